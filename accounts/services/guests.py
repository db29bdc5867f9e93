"""Playing without an account, and keeping what was played by a name and an address."""

from __future__ import annotations

import logging
import secrets
import time
from datetime import datetime, timedelta
from typing import Final

from allauth.account.internal.flows.email_verification import send_verification_email_to_address
from allauth.account.models import EmailAddress
from django.contrib.auth import login, update_session_auth_hash
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts import hooks, site_rules
from accounts.models import User
from accounts.names import GUEST_MARK, GUEST_PREFIX
from accounts.services.deletion import delete_account
from accounts.services.registration import check_username, name_is_taken
from config.http.errors.refusals import Refusal
from config.languages.spoken import chosen_by_browser

logger = logging.getLogger(__name__)

GUEST_KEPT_FOR: Final = timedelta(days=30)
"""So long a guest may play before someone has to put a name to the account."""
_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"


def find_or_make_guest(request: HttpRequest, time_zone: str, now: datetime) -> User:
    """Return the guest of this browser, made and logged in where there is none.

    Raises the refusal ``has_account`` for someone with an account.
    """
    if isinstance(request.user, User):
        if not request.user.is_guest:
            raise has_account()
        return request.user
    site_rules.check_may_sign_up(request)
    guest = User.objects.create_user(
        GUEST_PREFIX + _letters(8),
        guest_since=now,
        time_zone=time_zone,
        language=chosen_by_browser(),
    )
    login(request, guest, backend="allauth.account.auth_backends.AuthenticationBackend")
    return guest


def name_guest(guest: User, name: str, now: datetime) -> None:
    """Let a guest be called by a name that is free for an account; pages say that it's a guest.

    Raises ``ValidationError`` with a plain sentence, and the refusal ``not_a_guest``.
    """
    check_username(name)
    try:
        with transaction.atomic():
            user = User.objects.select_for_update().get(pk=guest.pk)
            if not user.is_guest:
                raise _has_owner()
            user.username = f"{GUEST_PREFIX}{name}-{_letters(GUEST_MARK)}"
            user.save(update_fields=["username"])
            for notify in hooks.RENAMED:
                notify(user, now)
    except IntegrityError as exc:
        raise name_is_taken() from exc
    guest.username = user.username


def _letters(number: int) -> str:
    return "".join(secrets.choice(_LETTERS) for _letter in range(number))


def _has_owner() -> Refusal:
    return Refusal("not_a_guest", _("This account already has an owner."))


def has_account() -> Refusal:
    """Return the refusal of a guest's match to someone who has an account."""
    return Refusal("has_account", _("You're logged in. Play with your account."))


def keep_guest(
    request: HttpRequest, username: str, email: str, password: str, now: datetime
) -> User:
    """Make an account of the guest who asks and return it: the same row, the same games.

    Raises ``ValidationError`` where the name was taken meanwhile, and the refusal ``not_a_guest``
    where someone else, or the same press a second time, was first.
    """
    try:
        with transaction.atomic():
            user = User.objects.select_for_update().get(pk=request.user.pk or 0)
            if not user.is_guest:
                raise _has_owner()
            user.username, user.email, user.guest_since = username, email.lower(), None
            user.set_password(password)
            user.save()
            address = EmailAddress.objects.create(
                user=user, email=user.email, primary=True, verified=False
            )
            send_verification_email_to_address(request, address, signup=True)
            for notify in hooks.RENAMED:
                notify(user, now)
    except IntegrityError as exc:
        raise name_is_taken() from exc
    update_session_auth_hash(request, user)
    request.user = user
    return user


def forget_old(now: datetime, seconds: float) -> int:
    """Delete guests whom no one has put a name to in time; return how many.

    One who still plays with a person stays until that game is over: the other waits for it.
    """
    until = time.monotonic() + seconds
    old = User.objects.filter(guest_since__lte=now - GUEST_KEPT_FOR, deleted_at__isnull=True)
    done = 0
    for guest in old.order_by("guest_since")[:500]:
        if time.monotonic() > until:
            break
        if hooks.is_expected(guest):
            continue
        try:
            delete_account(guest, now)
            done += 1
        except Exception:
            # The next must not wait for anything that is wrong with this one.
            logger.exception("guest %s could not be deleted", guest.pk)
    return done
