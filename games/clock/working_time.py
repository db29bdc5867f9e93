"""Time that counts: a clock is stopped while its player is away.

Pure functions of moments. A pause is a pair of moments; pauses may overlap and come in any order.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

Pause = tuple[datetime, datetime]
"""From when until when a clock is stopped."""


def walk(start: datetime, length: timedelta, pauses: Iterable[Pause] = ()) -> datetime:
    """Return the first moment at which a clock that starts at ``start`` has run for ``length``."""
    at, left = start, length
    for begin, end in _in_order(pauses):
        if end <= at:
            continue
        if at + left <= begin:
            break
        left -= max(begin - at, timedelta())
        at = end
    return at + left


def worked_time(start: datetime, end: datetime, pauses: Iterable[Pause] = ()) -> timedelta:
    """Return for how long a clock ran between two moments; nothing where ``end`` comes first."""
    if end <= start:
        return timedelta()
    stood = timedelta()
    for begin, until in _in_order(pauses):
        stood += max(min(until, end) - max(begin, start), timedelta())
    return end - start - stood


def bounded(start: datetime, pauses: Iterable[Pause], most: timedelta) -> list[Pause]:
    """Return the pauses after ``start`` up to ``most`` in all: what is beyond is no pause.

    A clock with these ends at most so much later than one without.
    """
    kept: list[Pause] = []
    for begin, end in _in_order(pauses):
        begin = max(begin, start)
        length = min(end - begin, most)
        if length > timedelta():
            kept.append((begin, begin + length))
            most -= length
    return kept


def _in_order(pauses: Iterable[Pause]) -> list[Pause]:
    """Return the same time in pauses that follow each other without touching."""
    joined: list[Pause] = []
    for begin, end in sorted(pauses):
        if joined and begin <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        elif begin < end:
            joined.append((begin, end))
    return joined
