"""The pace of readers: how much of the threads' time each has while others play.

Threads that compute share one interpreter, so a turn takes longer for as long as anything else is
computed beside it. A reader who has had much time rests before the next call is begun. It does not
matter what the time went into: pages, calls, refusals or addresses that do not exist.
"""

from __future__ import annotations

from typing import Final

SHARE: Final = 1 / 5
"""So much of the time of one processor a reader has in the long run."""
AT_FIRST: Final = 0.5
"""So many seconds of it a reader has without a rest: several pages with all their parts."""
BESIDE: Final = 0.001
"""So many seconds a request is worth besides: it is also received, logged and sent."""
LONGEST_REST: Final = 1.0
MOST_KNOWN: Final = 10_000
"""So many readers are known before those who have rested are forgotten."""


class Paces:
    """When each reader will have rested from what was done for them; not safe among threads."""

    def __init__(self) -> None:
        self._rested_at: dict[str, float] = {}

    def note(self, reader: str, seconds: float, now: float) -> None:
        """Note that something ended now which took so many seconds of a processor."""
        rested_at = max(self._rested_at.get(reader, now), now) + (seconds + BESIDE) / SHARE
        self._rested_at[reader] = min(rested_at, now + AT_FIRST / SHARE + LONGEST_REST)
        if len(self._rested_at) > MOST_KNOWN:
            self._rested_at = {one: at for one, at in self._rested_at.items() if at > now}

    def rest_of(self, reader: str, now: float) -> float:
        """Return for how many seconds a reader still rests."""
        return max(0.0, self._rested_at.get(reader, now) - now - AT_FIRST / SHARE)
