"""When a turn could be played: the heartbeat, and the times that are given back.

A deadline counts only once the service is known to have been up after it. Until then no one can say
that the player could have played.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.conf import settings

from games.store.uptime import read_uptime

LONGEST_PAUSE: Final = timedelta(minutes=5)
"""A heartbeat older than this means that nothing could be played since."""


LONGEST_LIVE_PAUSE: Final = timedelta(seconds=15)
"""The same for live games: three heartbeats that are missing, or a turn's whole time."""


def acts_until(now: datetime) -> datetime:
    """Return the latest deadline that someone else than the late player may act on.

    A turn counts by when it arrived, and may have arrived in time and still wait for a thread. So
    no one closes a game before that turn has had its chance. ``DEADLINE_GRACE_SECONDS`` is the
    longest that one waits: 500 requests before it, all of the dearest kind, log-ins with their
    hash, twenty of which a processor makes a second. Where a process is paused for longer, the
    heartbeat, which waits in the same queue, stops with it; see ``sweep_window``.
    """
    return now - timedelta(seconds=settings.DEADLINE_GRACE_SECONDS)


def enforceable_until(now: datetime, pause: timedelta = LONGEST_PAUSE) -> datetime:
    """Return up to which moment a request may act on deadlines.

    That a request is being answered shows that a turn can be played now. But if nothing could
    be before it, for longer than a pause may last, the deadlines since then will be moved.
    """
    beat_at, lost_since, _ = read_uptime()
    if lost_since is not None:
        return min(lost_since, now)
    if beat_at is not None and now - beat_at > pause:
        return beat_at
    return now


class SweepWindow(NamedTuple):
    """What a sweep may act on."""

    until: datetime
    """The latest moment whose reminders are due."""
    closes_until: datetime
    """The latest moment whose deadlines may be acted on."""
    now: datetime


def sweep_window(now: datetime | None = None) -> SweepWindow | None:
    """Return up to which moment a sweep may act on deadlines, or None before the first start.

    That a sweep runs shows nothing: the worker may be up while no turn can be played. So it goes by
    the heartbeat, and where that is in the future, because a clock was put back, by the clock.
    """
    beat_at, lost_since, clock = read_uptime()
    if beat_at is None:
        return None
    now = now or clock
    until = min(now, beat_at, lost_since or now)
    return SweepWindow(until, min(until, acts_until(now)), now)
