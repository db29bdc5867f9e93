"""How long an address that keeps us waiting is left alone.

A request that is not answered, or slowly, holds a thread that others wait for. Afterwards the
address rests, long enough that its own people wait and nobody else.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from notifications.transport.fair_pool import Outcome
from notifications.transport.http_client import Answer

SLOW: Final = timedelta(seconds=2)
"""An answer that takes longer is taken, and followed by a rest."""
TIMES: Final = 5
"""A slow answer is followed by a rest of so many times what it took."""
FIRST_REST, LONGEST_REST = timedelta(seconds=5), timedelta(minutes=10)


def is_slow(outcome: Outcome) -> bool:
    """Return whether the request held a thread for longer than it should."""
    return not isinstance(outcome.result, Answer) or outcome.seconds > SLOW.total_seconds()


def rest_after(outcome: Outcome, failing_since: datetime | None, now: datetime) -> timedelta | None:
    """Return for how long the address rests, longer the longer it has failed; None for not."""
    if not is_slow(outcome):
        return None
    rest = max(FIRST_REST, timedelta(seconds=outcome.seconds * TIMES))
    if failing_since is not None:
        rest = max(rest, (now - failing_since) / 2)
    return min(rest, LONGEST_REST)
