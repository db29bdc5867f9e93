"""How punctual the clock is: what the status page, the metrics and the operator read."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Max, Min, QuerySet, Sum

from games.clock.uptime import LONGEST_PAUSE, acts_until
from games.models import Game, Outage, Sweep
from games.store.uptime import read_uptime


@dataclass(frozen=True, slots=True)
class SweepStats:
    """How sweeps did over some time."""

    handled: int
    set_aside: int
    mean: timedelta
    """From a deadline until its game was closed."""
    worst: timedelta


@dataclass(frozen=True, slots=True)
class ClockStatus:
    """How the clock is at this moment."""

    beat_at: datetime | None
    is_up: bool
    """Whether the heartbeat is fresh."""
    lost_since: datetime | None
    """From when on time is being given back, or the clocks are paused."""
    oldest_overdue: timedelta
    """How late the sweep is now: the age of the oldest deadline not yet acted on."""
    set_aside: int
    """Games left to the operator."""


def sweep_stats(kind: Sweep.Kind, since: datetime) -> SweepStats:
    """Return how the sweeps of a kind did since then."""
    found = Sweep.objects.filter(kind=kind, ended_at__gte=since).aggregate(
        handled=Sum("handled", default=0),
        set_aside=Sum("set_aside", default=0),
        total=Sum("total_lateness", default=timedelta()),
        worst=Max("worst_lateness", default=timedelta()),
    )
    mean = found["total"] / found["handled"] if found["handled"] else timedelta()
    return SweepStats(found["handled"], found["set_aside"], mean, found["worst"])


def clock_status(now: datetime) -> ClockStatus:
    """Return how the clock stands."""
    beat_at, lost_since, _ = read_uptime()
    oldest = (
        Game.objects.overdue(acts_until(now)).order_by().aggregate(oldest=Min("deadline"))["oldest"]
    )
    return ClockStatus(
        beat_at=beat_at,
        is_up=beat_at is not None and now - beat_at <= LONGEST_PAUSE,
        lost_since=lost_since,
        oldest_overdue=now - oldest if oldest else timedelta(),
        set_aside=games_set_aside().count(),
    )


def games_set_aside() -> QuerySet[Game]:
    """Return the games that a sweep left to the operator, the newest first."""
    return Game.objects.filter(set_aside_at__isnull=False).order_by("-set_aside_at")


def recent_outages(limit: int = 20) -> list[Outage]:
    """Return the times that were given back, the newest first."""
    return list(Outage.objects.order_by("-started_at")[:limit])
