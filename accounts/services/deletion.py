"""How somebody leaves: the games stay for the others, the person does not."""

from __future__ import annotations

import secrets
from datetime import datetime

from allauth.account.models import EmailAddress
from django.db import transaction

from accounts import hooks
from accounts.models import App, IdempotentRequest, PersonalToken, User
from accounts.services import apps

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def delete_account(user: User, now: datetime) -> None:
    """Leave nothing of the person but a seat without a name in the games that were played.

    In one transaction: every key to the account, all that says who it was, and then what other
    apps have to do (resign the open games). Sessions end by the unusable password. The lock
    leaves room for those who write rows that only point here, such as events of the games.
    """
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if user.deleted_at is not None:
            return
        PersonalToken.objects.filter(user=user).delete()
        apps.shut_out(user)
        App.objects.filter(user=user).delete()
        EmailAddress.objects.filter(user=user).delete()
        IdempotentRequest.objects.filter(owner=f"user:{user.pk}").delete()
        user.groups.clear()
        user.user_permissions.clear()
        user.username = "deleted-" + "".join(secrets.choice(_LETTERS) for _ in range(10))
        user.email = ""
        user.time_zone = "UTC"
        user.page_settings = {}
        user.last_login = None
        user.is_active = user.is_staff = user.is_superuser = False
        user.deleted_at = now
        user.set_unusable_password()
        for leave in hooks.leaving():
            leave(user, now)
        # Last: a new name locks the row against all that point here, and a turn that is about to
        # commit its events would wait for it while the hooks wait for its game.
        user.save()
