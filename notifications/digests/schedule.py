"""When mails by the clock go out: one row for each mail, and after it the next.

Whoever asks to hear of turns once a day has a row for the next morning at any time; so has whoever
has something else to be told once a day, from when it happens. A row is one moment of a person's
clock: two who write it at the same time write one.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, tzinfo
from typing import TYPE_CHECKING

from django.db.models import F

from notifications.models import Digest, Notification
from notifications.vocabulary import Channel, NotificationKind, Period, Timing

if TYPE_CHECKING:
    from notifications.preferences import NotificationPreferences

TOLD_DAILY = (NotificationKind.TURN, NotificationKind.FORMATION)
"""Whoever wants one of these once a day is told every day of all games that wait."""


def lists_waiting_games(wishes: NotificationPreferences) -> bool:
    """Return whether the daily mail tells this person of the games that wait."""
    return any(wishes.way(Channel.MAIL, kind) is Timing.DAILY for kind in TOLD_DAILY)


def next_due(
    period: Period, wishes: NotificationPreferences, zone: tzinfo, now: datetime
) -> datetime:
    """Return when the next mail of a period is due."""
    is_weekly = period is Period.WEEKLY
    return wishes.next_week(now, zone) if is_weekly else wishes.next_digest(now, zone)


def call_for(daily: Iterable[tuple[int, datetime]]) -> None:
    """Have these people told at these moments what waits to be told to them once a day."""
    rows = [
        Digest(user_id=user_id, period=Period.DAILY, for_at=at, due_at=at)
        for user_id, at in sorted(set(daily))
    ]
    if rows:
        Digest.objects.bulk_create(rows, ignore_conflicts=True)


def go_on(user_id: int, wishes: NotificationPreferences, zone: tzinfo, now: datetime) -> None:
    """Have the next mails go out that this person wants; those there are already stay."""
    wanted = [Period.DAILY] if lists_waiting_games(wishes) or _has_news(user_id) else []
    wanted += [Period.WEEKLY] if wishes.weekly else []
    wanted += [Period.PUZZLE] if wishes.daily_puzzle else []
    rows = []
    for period in wanted:
        at = next_due(period, wishes, zone, now)
        rows.append(Digest(user_id=user_id, period=period, for_at=at, due_at=at))
    Digest.objects.bulk_create(rows, ignore_conflicts=True)


def arrange(user_id: int, wishes: NotificationPreferences, zone: tzinfo, now: datetime) -> None:
    """Have the mails go out as this person wants them now, who has changed hour, zone or wishes."""
    # One that is on its way already goes.
    untouched = Digest.objects.filter(user=user_id, status=Digest.Status.PENDING, attempts=0)
    untouched.filter(due_at=F("for_at"), for_at__gt=now).delete()
    go_on(user_id, wishes, zone, now)


def _has_news(user_id: int) -> bool:
    return Notification.objects.filter(
        user=user_id, in_digest=True, status=Notification.Status.PENDING
    ).exists()
