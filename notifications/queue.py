"""Notifications on their way: which are due, what goes out together, and how each ends."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db.models import QuerySet

from config.backends.lease_queue import LeaseQueue
from notifications import store
from notifications.models import Notification
from notifications.vocabulary import Channel

Status = Notification.Status
GAPS: Final = tuple(
    timedelta(minutes=minutes) for minutes in (0.5, 2, 10, 30, 60, 120, 240, 480, 480, 480, 480)
)
"""How long to wait after each failure, over two days in all."""


def _pending() -> QuerySet[Notification]:
    return Notification.objects.filter(status=Status.PENDING)


QUEUE: Final = LeaseQueue(_pending, GAPS)


def claim(
    channel: Channel,
    now: datetime,
    limit: int,
    *,
    of_one: int | None = None,
    without: Collection[int] = (),
) -> list[Notification]:
    """Return due rows, the oldest first, that no one else will touch until the lease is over.

    At most ``of_one`` of each person, and none of the people in ``without``.
    """
    due = _due(channel, now).order_by("due_at")
    if of_one is not None:
        due = QUEUE.few_of_each(due, "user", of_one, limit=limit, without=without)
    return QUEUE.claim(due, now, limit)


def is_waiting(channel: Channel, now: datetime) -> bool:
    """Return whether something is due on a channel."""
    return _due(channel, now).exists()


def settle(row: Notification, status: Notification.Status, now: datetime) -> None:
    """Close a claimed row."""
    store.settle(row, status, now)


def postpone(row: Notification, error: str, now: datetime, *, may_give_up: bool = True) -> None:
    """Try a claimed row again after the next gap; after the last, give it up if it may be."""
    if not QUEUE.postpone(row, now, for_ever=not may_give_up, last_error=error):
        _give_up(row, error, now)


def mark_in_doubt(row: Notification, error: str, now: datetime) -> None:
    """Try a row again that may have arrived, a few times at most and never soon."""
    if not QUEUE.doubt(row, now, last_error=error):
        _give_up(row, error, now)


def release(rows: Sequence[Notification], now: datetime) -> None:
    """Give rows back that were not tried."""
    QUEUE.release(rows, now)


def revive(rows: Sequence[int], now: datetime, ended: Collection[Status] = (Status.FAILED,)) -> int:
    """Try rows again from the beginning that were given up, or ended otherwise; return how many."""
    return Notification.objects.filter(pk__in=rows, status__in=ended).update(
        status=Status.PENDING, settled_at=None, due_at=now, attempts=0, doubts=0
    )


def _due(channel: Channel, now: datetime) -> QuerySet[Notification]:
    # What waits for a daily email goes out with that.
    return QUEUE.due(now).filter(channel=channel, in_digest=False)


def _give_up(row: Notification, error: str, now: datetime) -> None:
    QUEUE.settle(row, status=Status.FAILED, settled_at=now, doubts=row.doubts, last_error=error)
