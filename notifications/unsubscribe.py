"""Stopping a kind of mail by one click, without logging in (RFC 8058).

The address in the mail is the key: signed, so that nobody can stop another's mails, and good
for as long as the mail lies in a mailbox.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from django.conf import settings
from django.core import signing
from django.urls import reverse
from django.utils.translation import gettext as _

from notifications.preferences import NotificationPreferences, preferences_of, update_preferences
from notifications.vocabulary import LABELS, Channel, NotificationKind, Timing

_SALT = "notifications.unsubscribe"


DIGEST: Final = "daily"
"""Stands for all kinds that a person is told in the daily mail."""


class Subscription(NamedTuple):
    """One kind of mail to one person; no kind: the daily mail."""

    user_id: int
    kind: NotificationKind | None

    @property
    def words(self) -> str:
        """What it is called where it can be stopped."""
        return LABELS[self.kind] if self.kind else _("The daily mail")


def address_for(user_id: int, kind: NotificationKind | None) -> str:
    """Return the address at which this kind of mail can be stopped."""
    token = signing.Signer(salt=_SALT).sign_object([user_id, kind.value if kind else DIGEST])
    return settings.SITE_URL + reverse("notifications:stop", args=[token])


def read_token(token: str) -> Subscription | None:
    """Return what the token of an address stands for, or None if it is not one of ours."""
    try:
        user_id, kind = signing.Signer(salt=_SALT).unsign_object(token)
        return Subscription(int(user_id), None if kind == DIGEST else NotificationKind(kind))
    except (signing.BadSignature, ValueError, TypeError):
        return None


def stop(subscription: Subscription, *, everything: bool = False) -> None:
    """Send this person no more mails of this kind, or of any kind."""
    user_id, kind = subscription
    if everything:
        kinds = list(NotificationKind)
    elif kind is not None:
        kinds = [kind]
    else:
        wishes = preferences_of([user_id]).get(user_id, NotificationPreferences())
        kinds = [one for one in NotificationKind if wishes.way(Channel.MAIL, one) is Timing.DAILY]
    update_preferences(user_id, {Channel.MAIL: dict.fromkeys(kinds, Timing.OFF)})
