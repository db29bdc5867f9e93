"""A circuit breaker: what fails or keeps us waiting is left alone for a while.

Without it every row of a long queue would find out for itself that a server is away, and hold a
worker while it does. The state is in a row, so that all workers know it.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db import models
from django.db.models import Q, QuerySet

TIMES: Final = 5
"""The rest is so many times what the answer took, at least."""
FIRST_REST, LONGEST_REST = timedelta(seconds=5), timedelta(minutes=5)


class Circuit(models.Model):
    """A row about something outside, and how it does."""

    failing_since = models.DateTimeField(null=True, blank=True)
    """Since when nothing has succeeded; empty while it does."""
    rests_until = models.DateTimeField(null=True, blank=True)
    """Not tried before then: it was away, or kept us waiting, a moment ago."""
    last_error = models.CharField(max_length=200, blank=True, db_default="")

    class Meta:
        abstract = True


def may_try(now: datetime, path: str = "") -> Q:
    """Return the condition that a circuit does not rest; ``path`` leads to it, as ``webhook__``."""
    return Q(**{f"{path}rests_until__isnull": True}) | Q(**{f"{path}rests_until__lte": now})


def note_success(rows: QuerySet[Any], now: datetime, held: timedelta = timedelta()) -> None:
    """Write down that it works; one that took too long rests all the same."""
    if _is_slow(held):
        rows.update(failing_since=None, last_error="", rests_until=now + _rest(held, timedelta()))
        return
    # Nearly always there is nothing to change.
    is_well = Q(failing_since=None, rests_until=None, last_error="")
    rows.exclude(is_well).update(failing_since=None, last_error="", rests_until=None)


def note_failure(
    rows: QuerySet[Any],
    error: str,
    now: datetime,
    *,
    held: timedelta = timedelta(),
    is_away: bool = True,
) -> datetime:
    """Write down that it failed and return since when it has.

    What does not answer rests, longer the longer it has failed; what answers quickly, if only to
    refuse, does not.
    """
    since = rows.values_list("failing_since", flat=True).first() or now
    rest = _rest(held, now - since) if is_away or _is_slow(held) else None
    rows.update(
        failing_since=since,
        last_error=error[:200],
        rests_until=now + rest if rest else None,
    )
    return since


def describe(error: Exception) -> str:
    """Return an error as a line that an operator can read."""
    return f"{type(error).__name__}: {error}"[:500]


def _is_slow(held: timedelta) -> bool:
    """Return whether an answer took so long that a rest follows."""
    return held.total_seconds() > settings.SLOW_ANSWER_SECONDS


def _rest(held: timedelta, failing_for: timedelta) -> timedelta:
    return min(max(FIRST_REST, held * TIMES, failing_for / 2), LONGEST_REST)
