"""Stopping a kind of mail by one click, without logging in (RFC 8058).

The address in the mail is the key: signed, so that nobody can stop another's mails, and good
for as long as the mail lies in a mailbox.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.core import signing
from django.urls import reverse

from notifications.preferences import NotificationPreferences, preferences_of, update_preferences
from notifications.vocabulary import (
    LABELS,
    PERIODIC,
    Channel,
    NotificationKind,
    Period,
    Timing,
)

_SALT = "notifications.unsubscribe"


Kind = NotificationKind | Period
"""What can be stopped: a kind of mail, or all that a mail by the clock tells."""
_WISHES: Final = {Period.WEEKLY: "weekly", Period.PUZZLE: "daily_puzzle"}
"""By which wish a mail comes that nobody gets without asking for it."""


class Subscription(NamedTuple):
    """One kind of mail to one person."""

    user_id: int
    kind: Kind

    @property
    def words(self) -> str:
        """What it is called where it can be stopped."""
        return PERIODIC[self.kind] if isinstance(self.kind, Period) else LABELS[self.kind]


def address_for(user_id: int, kind: Kind) -> str:
    """Return the address at which this kind of mail can be stopped."""
    token = signing.Signer(salt=_SALT).sign_object([user_id, kind.value])
    before, after = _around_token()
    return f"{settings.SITE_URL}{before}{token}{after}"


@cache
def _around_token() -> tuple[str, str]:
    """Return what stands before and behind the token in the path of each such address."""
    before, after = reverse("notifications:stop", args=["TOKEN"]).split("TOKEN")
    return before, after


def read_token(token: str) -> Subscription | None:
    """Return what the token of an address stands for, or None if it is not one of ours."""
    try:
        user_id, kind = signing.Signer(salt=_SALT).unsign_object(token)
        is_periodic = kind in {period.value for period in Period}
        return Subscription(int(user_id), Period(kind) if is_periodic else NotificationKind(kind))
    except (signing.BadSignature, ValueError, TypeError):
        return None


def stop(subscription: Subscription, *, everything: bool = False) -> None:
    """Send this person no more mails of this kind, or of any kind."""
    user_id, kind = subscription
    others: dict[str, Any] = {
        wish: False for period, wish in _WISHES.items() if everything or kind is period
    }
    kinds: list[NotificationKind] = []
    if everything:
        kinds = list(NotificationKind)
    elif isinstance(kind, NotificationKind):
        kinds = [kind]
    elif kind is Period.DAILY:
        wishes = preferences_of([user_id]).get(user_id, NotificationPreferences())
        kinds = [one for one in NotificationKind if wishes.way(Channel.MAIL, one) is Timing.DAILY]
    update_preferences(user_id, {Channel.MAIL: dict.fromkeys(kinds, Timing.OFF)}, **others)
