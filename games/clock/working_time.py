"""Time that counts: a clock is stopped while its player is away.

Pure functions of moments. A pause is a pair of moments. Pauses come in the order in which they
begin, and may overlap. There may be more of them than anyone asks for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

Pause = tuple[datetime, datetime]
"""From when until when a clock is stopped."""


def walk(start: datetime, length: timedelta, pauses: Iterable[Pause] = ()) -> datetime:
    """Return the first moment at which a clock that starts at ``start`` has run for ``length``."""
    at, left = start, length
    for begin, end in joined(pauses):
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
    for begin, until in joined(pauses):
        if begin >= end:
            break
        stood += max(min(until, end) - max(begin, start), timedelta())
    return end - start - stood


def bounded(start: datetime, pauses: Iterable[Pause], most: timedelta) -> list[Pause]:
    """Return the pauses after ``start`` up to ``most`` in all: what is beyond is no pause.

    These come in any order. A clock with these ends at most so much later than one without.
    """
    kept: list[Pause] = []
    for begin, end in joined(sorted(pauses)):
        begin = max(begin, start)
        length = min(end - begin, most)
        if length > timedelta():
            kept.append((begin, begin + length))
            most -= length
    return kept


def joined(pauses: Iterable[Pause]) -> Iterator[Pause]:
    """Yield the same time in pauses that follow each other without touching."""
    last: Pause | None = None
    for begin, end in pauses:
        if last is not None and begin <= last[1]:
            last = (last[0], max(last[1], end))
        elif begin < end:
            if last is not None:
                yield last
            last = (begin, end)
    if last is not None:
        yield last
