"""Rows that wait for a worker: taken by one at a time, tried again when it fails, never lost.

1. A claim locks what is due, moves ``due_at`` ahead by the lease, and commits.
2. The worker does what is to be done, outside of any transaction.
3. It settles the row, or postpones it. Where it died instead, the row falls due again
   automatically.

What a worker writes at the end counts only while its lease lasts: had it run out, another worker
would have moved ``due_at``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, Generic, TypeVar

from django.db import models, transaction
from django.db.models import QuerySet, Window
from django.db.models.functions import RowNumber

DOUBT_GAPS: Final = (timedelta(minutes=10), timedelta(hours=2))
MOST_DOUBTS: Final = len(DOUBT_GAPS) + 1
"""So many copies of one message may come of a server that takes it and never says so."""


class LeasedRow(models.Model):
    """A row that a worker is to deal with."""

    due_at = models.DateTimeField()
    """When it is to be tried next; while one worker tries, no one else does until then."""
    attempts = models.PositiveSmallIntegerField(default=0)
    was_due_at: datetime | None = None
    """When a claimed row was due."""

    class Meta:
        abstract = True


class DoubtfulRow(LeasedRow):
    """One of which a worker may not learn whether it was dealt with."""

    doubts = models.PositiveSmallIntegerField(default=0, db_default=0)
    """How often it was handed over whole and no one said whether it was taken."""

    class Meta:
        abstract = True


Row = TypeVar("Row", bound=LeasedRow)


@dataclass(frozen=True)
class LeaseQueue(Generic[Row]):
    """The rows of one table that wait, and how long they do."""

    pending: Callable[[], QuerySet[Row]]
    """All that is not settled yet."""
    gaps: Sequence[timedelta]
    """How long to wait after each failure."""
    lease: timedelta = timedelta(seconds=90)
    """Longer than a worker may take over what it claims at the same time."""

    def due(self, now: datetime) -> QuerySet[Row]:
        """Return what may be claimed."""
        return self.pending().filter(due_at__lte=now)

    def few_of_each(
        self, due: QuerySet[Row], person: str, most: int, *, limit: int, without: Collection[int]
    ) -> QuerySet[Row]:
        """Return of due rows the oldest of each person, and none of the people in ``without``.

        Anyone who has thousands waiting has no more in a batch than others.
        """
        place = Window(RowNumber(), partition_by=person, order_by=["due_at", "pk"])
        others = due.exclude(**{f"{person}__in": without})
        first = others.annotate(place=place).filter(place__lte=most).order_by("due_at", "pk")
        # Asked again under the lock: another worker may have taken some of them meanwhile.
        ids = list(first.values_list("pk", flat=True)[: limit * 2])
        return due.filter(pk__in=ids).order_by("due_at", "pk")

    def claim(
        self,
        due: QuerySet[Row],
        now: datetime,
        limit: int | None = None,
        choose: Callable[[list[Row]], list[Row]] = list,
    ) -> list[Row]:
        """Return rows in the order of ``due``; no one else touches them during the lease."""
        with transaction.atomic():
            rows = choose(list(due.select_for_update(of=("self",), skip_locked=True)[:limit]))
            until = now + self.lease
            self.pending().filter(pk__in=[row.pk for row in rows]).update(due_at=until)
        for row in rows:
            row.was_due_at, row.due_at = row.due_at, until
        return rows

    def ours(self, row: Row) -> QuerySet[Row]:
        """Return the row for as long as our lease lasts."""
        return self.pending().filter(pk=row.pk, due_at=row.due_at)

    def settle(self, row: Row, **changes: Any) -> None:
        """Write down what became of a claimed row."""
        self.ours(row).update(attempts=row.attempts + 1, **changes)

    def postpone(
        self,
        row: Row,
        now: datetime,
        *,
        at_least: timedelta = timedelta(),
        for_ever: bool = False,
        **changes: Any,
    ) -> bool:
        """Try a claimed row again after the next gap; return whether there was one left.

        With ``for_ever`` there always is: the last comes again and again.
        """
        if row.attempts >= len(self.gaps) and not for_ever:
            return False
        gap = self.gaps[min(row.attempts, len(self.gaps) - 1)]
        self.settle(row, due_at=now + max(gap, at_least), **changes)
        return True

    def doubt(self, row: Row, now: datetime, **changes: Any) -> bool:
        """Try a row again, not soon, that may have arrived; return whether it may be."""
        assert isinstance(row, DoubtfulRow), "others do not count their doubts"
        row.doubts += 1
        if row.doubts >= MOST_DOUBTS:
            return False
        self.settle(row, due_at=now + DOUBT_GAPS[row.doubts - 1], doubts=row.doubts, **changes)
        return True

    def release(self, rows: Iterable[Row], now: datetime) -> None:
        """Give rows back that were not tried."""
        for row in rows:
            self.ours(row).update(due_at=row.was_due_at or now)

    def lateness(self, row: Row, now: datetime) -> timedelta:
        """Return for how long a claimed row has been due, at least: since it first was."""
        waited = (self.gaps[min(done, len(self.gaps) - 1)] for done in range(row.attempts))
        return now - (row.was_due_at or now) + sum(waited, timedelta())
