"""How someone leaves: the games stay for the others, the person does not.

1. The account is gone in one short transaction, and with it every key to it.
2. What other apps have of the person, such as thousands of open games, is cleared in batches:
   the request does what it can in a moment, the worker the rest, however often it is stopped.
"""

from __future__ import annotations

import logging
import secrets
import time
from datetime import datetime

from django.conf import settings
from django.db import transaction

from accounts import hooks, kept
from accounts.models import IdempotentRequest, User
from accounts.names import DELETED_PREFIX
from accounts.services import apps

logger = logging.getLogger(__name__)

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def delete_account(user: User, now: datetime) -> None:
    """Leave nothing of the person but a seat without a name in the games that were played.

    Sessions end by the unusable password. What is not cleared when this returns follows soon.
    """
    gone = _close_account(user, now)
    if gone is None:
        return
    try:
        clear_away(gone, now, settings.CLEARED_WITH_REQUEST_SECONDS)
    except Exception:
        logger.exception("what is left of account %s is cleared later", gone.pk)


def clear_away(user: User, now: datetime, seconds: float) -> bool:
    """Clear what is left of a deleted account for about so long; return whether all is done."""
    until = time.monotonic() + seconds
    if not all(clear(user, now, until) for clear in hooks.CLEARING):
        return False
    if user.is_guest and not hooks.has_played(user):
        user.delete()  # No one played with them: there is no seat that has to stay.
    else:
        User.objects.filter(pk=user.pk).update(cleared_at=now)
    return True


def clear_waiting(now: datetime, seconds: float) -> int:
    """Continue clearing after those who left; return for how many all is done."""
    until = time.monotonic() + seconds
    waiting = User.objects.filter(deleted_at__isnull=False, cleared_at__isnull=True)
    done = 0
    for user in waiting.order_by("deleted_at")[:100]:
        if time.monotonic() > until:
            break
        try:
            done += clear_away(user, now, settings.CLEARED_IN_TURN_SECONDS)
        except Exception:
            # The next must not wait for anything that is wrong with this one.
            logger.exception("what is left of account %s could not be cleared", user.pk)
    return done


def _close_account(user: User, now: datetime) -> User | None:
    """Take every key away and all that says who it was; return None where that was done before.

    The lock leaves room for those who write rows that only point here, such as events of games.
    """
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if user.deleted_at is not None:
            return None
        apps.revoke_access(user)
        kept.forget(user)
        IdempotentRequest.objects.filter(owner=f"user:{user.pk}").delete()
        user.groups.clear()
        user.user_permissions.clear()
        user.username = DELETED_PREFIX + "".join(secrets.choice(_LETTERS) for _ in range(10))
        user.email = ""
        user.time_zone = "UTC"
        user.language = ""
        user.page_settings = {}
        user.rest_days = None
        user.last_login = None
        user.is_active = user.is_staff = user.is_superuser = False
        user.deleted_at = now
        user.set_unusable_password()
        for leave in hooks.LEAVING:
            leave(user, now)
        # Last: a new name locks the row against all that point here, for as short as may be.
        user.save()
        # An older backup brings the account back; this line says whom to delete again.
        transaction.on_commit(lambda: logger.info("account %s was deleted", user.pk))
    return user
