"""Stopping a kind of mail by one click, without logging in (RFC 8058).

The address in the mail is the key: signed, so that nobody can stop another's mails, and good
for as long as the mail lies in a mailbox.
"""

from __future__ import annotations

from typing import NamedTuple

from django.conf import settings
from django.core import signing
from django.urls import reverse

from notifications.kinds import Channel, Kind, Way
from notifications.preferences import choose

_SALT = "notifications.unsubscribe"


class Subscription(NamedTuple):
    """One kind of mail to one person."""

    user_id: int
    kind: Kind


def address_for(user_id: int, kind: Kind) -> str:
    """Return the address at which this kind of mail can be stopped."""
    token = signing.Signer(salt=_SALT).sign_object([user_id, kind.value])
    return settings.SITE_URL + reverse("notifications:stop", args=[token])


def read_token(token: str) -> Subscription | None:
    """Return what the token of an address stands for, or None if it is not one of ours."""
    try:
        user_id, kind = signing.Signer(salt=_SALT).unsign_object(token)
        return Subscription(int(user_id), Kind(kind))
    except (signing.BadSignature, ValueError, TypeError):
        return None


def stop(subscription: Subscription, *, everything: bool = False) -> None:
    """Send this person no more mails of this kind, or of any kind."""
    kinds = list(Kind) if everything else [subscription.kind]
    choose(subscription.user_id, {Channel.MAIL: dict.fromkeys(kinds, Way.OFF)})
