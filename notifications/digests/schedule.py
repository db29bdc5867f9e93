"""When mails by the clock go out: one row for each mail, and after it the next.

Whoever asks to hear of turns once a day has a row for the next morning at any time; so has whoever
has something else to be told once a day, from when it happens. A row is one moment of a person's
clock: two who write it at the same time write one.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, tzinfo
from typing import TYPE_CHECKING, Final

from django.db.models import F

from notifications.models import Digest, Notification
from notifications.vocabulary import Channel, Timing
from notifications.vocabulary.clock_mail import clock_mails
from notifications.vocabulary.kind import kinds

if TYPE_CHECKING:
    from notifications.preferences import NotificationPreferences

DAILY: Final = "daily"
"""The name of the mail that lists what waits and what was kept for it."""


def lists_waiting_games(wishes: NotificationPreferences) -> bool:
    """Return whether the daily mail tells this person of the games that wait."""
    listed = [kind for kind in kinds().values() if kind.is_listed]
    return any(wishes.way(Channel.MAIL, kind) is Timing.DAILY for kind in listed)


def call_for(daily: Iterable[tuple[int, datetime]]) -> None:
    """Have these people told at these moments what waits to be told to them once a day."""
    rows = [
        Digest(user_id=user_id, period=DAILY, for_at=at, due_at=at)
        for user_id, at in sorted(set(daily))
    ]
    if rows:
        Digest.objects.bulk_create(rows, ignore_conflicts=True)


def go_on(user_id: int, wishes: NotificationPreferences, zone: tzinfo, now: datetime) -> None:
    """Have the next mails go out that this person wants; those there are already stay."""
    rows = []
    for mail in clock_mails().values():
        if mail.is_wanted(user_id, wishes):
            at = mail.next_at(wishes, zone, now)
            rows.append(Digest(user_id=user_id, period=mail.name, for_at=at, due_at=at))
    Digest.objects.bulk_create(rows, ignore_conflicts=True)


def arrange(user_id: int, wishes: NotificationPreferences, zone: tzinfo, now: datetime) -> None:
    """Have the mails go out as this person wants them now, who has changed hour, zone or wishes."""
    # One that is on its way already goes.
    untouched = Digest.objects.filter(user=user_id, status=Digest.Status.PENDING, attempts=0)
    untouched.filter(due_at=F("for_at"), for_at__gt=now).delete()
    go_on(user_id, wishes, zone, now)


def has_news(user_id: int) -> bool:
    """Return whether something waits for the daily mail of this player."""
    return Notification.objects.filter(
        user=user_id, in_digest=True, status=Notification.Status.PENDING
    ).exists()
