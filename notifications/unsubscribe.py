"""Stopping a kind of email by one click, without logging in (RFC 8058).

The address in the email is the key: signed, so that no one can stop another's emails, and good for
as long as the email is in a mailbox.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from django.conf import settings
from django.core import signing
from django.urls import reverse

from notifications.vocabulary.clock_mail import clock_mails
from notifications.vocabulary.kind import kinds

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

_SALT = "notifications.unsubscribe"


class Subscription(NamedTuple):
    """One kind of email to one person."""

    user_id: int
    name: str
    """Of a kind of notification, or of an email by the clock."""

    @property
    def words(self) -> StrOrPromise:
        """What it is called where it can be stopped."""
        if self.name in clock_mails():
            return clock_mails()[self.name].label
        return kinds()[self.name].label


def address_for(user_id: int, name: str) -> str:
    """Return the address at which this kind of email can be stopped."""
    token = signing.Signer(salt=_SALT).sign_object([user_id, name])
    before, after = _around_token()
    return f"{settings.SITE_URL}{before}{token}{after}"


@cache
def _around_token() -> tuple[str, str]:
    """Return what is before and behind the token in the path of each such address."""
    before, after = reverse("notifications:stop", args=["TOKEN"]).split("TOKEN")
    return before, after


def read_token(token: str) -> Subscription | None:
    """Return what the token of an address represents, or None if it is not one of ours."""
    try:
        user_id, name = signing.Signer(salt=_SALT).unsign_object(token)
        is_known = name in kinds() or name in clock_mails()
        return Subscription(int(user_id), name) if is_known else None
    except (signing.BadSignature, ValueError, TypeError):
        return None
