"""What the games show to the operator's instruments. Nothing here counts a large table."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from django.db.models import Count, Max, Min
from django.utils import timezone

from config.observe.metrics import Figure
from games.models import GameEvent, LivePlayer, Sweep, Turn
from games.play.lateness import clock_status, sweep_stats
from games.store.read import estimate_running

_HOUR: Final = timedelta(hours=1)


def figures() -> Iterator[Figure]:
    """Yield turns, running games, the state of the clock, and the outbox."""
    now = timezone.now()
    newest = Turn.objects.aggregate(newest=Max("pk"))["newest"] or 0
    # A turn that was refused after its number was drawn leaves a gap: a few too many, never fewer.
    yield Figure("turns", "Turns played, robots' too.", newest, is_counter=True)
    yield Figure("games_running", "Running games, as the planner reckons.", estimate_running())
    live = LivePlayer.objects.aggregate(games=Count("game", distinct=True))["games"]
    yield Figure("games_live", "Live games in progress.", live)
    yield from _clock()
    for kind in Sweep.Kind:
        hour, label = sweep_stats(kind, now - _HOUR), {"kind": kind.value}
        name = "sweep_lateness_seconds"
        help_ = "How late a sweep acted over the last hour: mean and worst."
        yield Figure(name, help_, hour.mean, {**label, "of": "mean"})
        yield Figure(name, help_, hour.worst, {**label, "of": "worst"})
        yield Figure("sweep_handled_last_hour", "Rows acted on.", hour.handled, label)
    waiting = GameEvent.objects.filter(relayed_at__isnull=True)
    oldest = waiting.aggregate(oldest=Min("happened_at"))["oldest"]
    yield Figure("outbox_backlog", "Events of which nobody was told yet.", waiting.count())
    age = max(now - oldest, timedelta()) if oldest else timedelta()
    yield Figure("outbox_oldest_seconds", "Age of the oldest such event.", age)


def _clock() -> Iterator[Figure]:
    now = timezone.now()
    clock = clock_status(now)
    beat = max(now - clock.beat_at, timedelta()) if clock.beat_at else timedelta(days=999)
    yield Figure("heartbeat_age_seconds", "Since a turn could last be played.", beat)
    yield Figure(
        "sweep_overdue_seconds", "Age of the oldest deadline not acted on.", clock.oldest_overdue
    )
    yield Figure("games_set_aside", "Games that a sweep left to the operator.", clock.set_aside)
    is_lost = clock.lost_since is not None
    yield Figure("time_being_given_back", "1 while lost time is given back.", int(is_lost))
