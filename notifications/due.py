"""Notifications on their way: claimed by one worker at a time, settled once, tried again else.

A claim is a lease: it moves ``due_at`` ahead and commits. A worker that dies leaves rows which
fall due again when the lease is over, so nothing is lost.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet, Window
from django.db.models.functions import RowNumber

from notifications.models import Notification
from notifications.vocabulary import Channel

LEASE: Final = timedelta(seconds=90)
"""Longer than a worker may take over one batch."""

GAPS: Final = tuple(
    timedelta(minutes=minutes) for minutes in (0.5, 2, 10, 30, 60, 120, 240, 480, 480, 480, 480)
)
"""How long to wait after each failure, over two days in all."""
DOUBT_GAPS: Final = (timedelta(minutes=10), timedelta(hours=2))
MOST_DOUBTS: Final = len(DOUBT_GAPS) + 1
"""So many copies of one mail may come of a server that takes mails and never says so."""

Status = Notification.Status


Parcel = list[Notification]
"""Rows of one receiver that go out together: one row, or those of a daily mail."""


def claim(
    channel: Channel,
    now: datetime,
    limit: int,
    *,
    of_one: int | None = None,
    without: Collection[int] = (),
) -> list[Parcel]:
    """Return due rows, the oldest first, that nobody else will touch until the lease is over.

    At most ``of_one`` of each person, and none of the people in ``without``.
    """
    due = _pending(channel, now).filter(in_digest=False).order_by("due_at")
    wanted = due
    if of_one is not None:
        place = Window(RowNumber(), partition_by="user_id", order_by=["due_at", "pk"])
        few = due.exclude(user__in=without).annotate(place=place).filter(place__lte=of_one)
        wanted = due.filter(pk__in=list(few.values_list("pk", flat=True)[: limit * 2]))
    with transaction.atomic():
        rows = list(wanted.select_for_update(skip_locked=True)[:limit])
        _lease(rows, now)
    return [[row] for row in rows]


def claim_digests(channel: Channel, now: datetime, limit: int) -> list[Parcel]:
    """Return what is due to be told together, a parcel for each of up to ``limit`` people."""
    due = _pending(channel, now).filter(in_digest=True)
    with transaction.atomic():
        people = set(due.order_by("due_at").values_list("user_id", flat=True)[: limit * 10])
        rows = due.filter(user__in=list(people)[:limit]).select_for_update(skip_locked=True)
        parcels: dict[int, Parcel] = {}
        for row in rows.order_by("pk"):
            parcels.setdefault(row.user_id, []).append(row)
        _lease([row for parcel in parcels.values() for row in parcel], now)
    return list(parcels.values())


def channels_waiting(now: datetime) -> set[Channel]:
    """Return the channels on which something is due."""
    return {channel for channel in Channel if _pending(channel, now).exists()}


def settle(row: Notification, status: Notification.Status, now: datetime) -> None:
    """Close a claimed row."""
    _still_ours(row).update(status=status, settled_at=now, attempts=row.attempts + 1)


def postpone(row: Notification, error: str, now: datetime, *, may_give_up: bool = True) -> None:
    """Try a claimed row again after the next gap; after the last, give it up if it may be."""
    changes = {"attempts": row.attempts + 1, "last_error": error}
    if row.attempts < len(GAPS) or not may_give_up:
        changes |= {"due_at": now + GAPS[min(row.attempts, len(GAPS) - 1)]}
    else:
        changes |= {"status": Status.FAILED, "settled_at": now}
    _still_ours(row).update(**changes)


def doubt(row: Notification, error: str, now: datetime) -> None:
    """Try a row again that may have arrived, a few times at most and never soon."""
    row.doubts += 1
    changes: dict[str, Any] = {"attempts": row.attempts + 1, "doubts": row.doubts}
    if row.doubts < MOST_DOUBTS:
        changes |= {"due_at": now + DOUBT_GAPS[row.doubts - 1]}
    else:
        changes |= {"status": Status.FAILED, "settled_at": now}
    _still_ours(row).update(last_error=error, **changes)


def release(rows: Sequence[Notification], now: datetime) -> None:
    """Give rows back that were not tried."""
    for row in rows:
        _still_ours(row).update(due_at=now)


def revive(rows: Sequence[int], now: datetime) -> int:
    """Try given-up rows anew from the beginning; return how many."""
    return Notification.objects.filter(pk__in=rows, status=Status.FAILED).update(
        status=Status.PENDING, settled_at=None, due_at=now, attempts=0, doubts=0
    )


def _pending(channel: Channel, now: datetime) -> QuerySet[Notification]:
    return Notification.objects.filter(channel=channel, status=Status.PENDING, due_at__lte=now)


def _lease(rows: Sequence[Notification], now: datetime) -> None:
    until = now + LEASE
    Notification.objects.filter(pk__in=[row.pk for row in rows]).update(due_at=until)
    for row in rows:
        row.due_at = until


def _still_ours(row: Notification) -> QuerySet[Notification]:
    # Had our lease run out, another worker would have moved due_at.
    return Notification.objects.filter(pk=row.pk, status=Status.PENDING, due_at=row.due_at)
