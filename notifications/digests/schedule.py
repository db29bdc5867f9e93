"""When emails by the clock go out: one row for each email, and after it the next.

Anyone who asks to hear of turns once a day has a row for the next morning at any time; so has
anyone who has something else to be reported once a day, from when it happens. A row is one moment
of a person's clock: two who write it at the same time write one.
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
"""The name of the email that lists what waits and what was kept for it."""


def lists_waiting_games(wishes: NotificationPreferences) -> bool:
    """Return whether the daily email reminds this person of the games that wait."""
    listed = [kind for kind in kinds().values() if kind.is_listed]
    return any(wishes.way(Channel.MAIL, kind) is Timing.DAILY for kind in listed)


def call_for(daily: Iterable[tuple[int, datetime]]) -> None:
    """Notify these people at these moments of what waits for them once a day."""
    rows = [
        Digest(user_id=user_id, period=DAILY, for_at=at, due_at=at)
        for user_id, at in sorted(set(daily))
    ]
    if rows:
        Digest.objects.bulk_create(rows, ignore_conflicts=True)


def go_on(user_id: int, wishes: NotificationPreferences, zone: tzinfo, now: datetime) -> None:
    """Have the next emails go out that this person wants; those there are already stay."""
    rows = []
    for mail in clock_mails().values():
        if mail.is_wanted(user_id, wishes):
            at = mail.next_at(wishes, zone, now)
            rows.append(Digest(user_id=user_id, period=mail.name, for_at=at, due_at=at))
    Digest.objects.bulk_create(rows, ignore_conflicts=True)


def arrange(user_id: int, wishes: NotificationPreferences, zone: tzinfo, now: datetime) -> None:
    """Have the emails go out as this person wants them now, after a change of the wishes."""
    # One that is on its way already goes.
    untouched = Digest.objects.filter(user=user_id, status=Digest.Status.PENDING, attempts=0)
    untouched.filter(due_at=F("for_at"), for_at__gt=now).delete()
    go_on(user_id, wishes, zone, now)


def has_news(user_id: int) -> bool:
    """Return whether something waits for the daily email of this player."""
    return Notification.objects.filter(
        user=user_id, in_digest=True, status=Notification.Status.PENDING
    ).exists()
