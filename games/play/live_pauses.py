"""A time in which nothing could be played: nothing by post, and whole turns of live play."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from config.http.times import utc
from games.clock import live as live_clock
from games.clock.clocks import clock_of
from games.models import Game
from games.models.querysets import GameQuerySet
from games.play.due import tell_referee
from games.play.to_post import become_post
from games.store.locking import lock_game
from games.store.outbox import EventType, NewEvent
from games.store.write import write_game

logger = logging.getLogger(__name__)

REASON = "service down"
PUT_BACK = "clock put back"


def give_back_live(since: datetime, until: datetime) -> int:
    """Move on the clocks of live matches that ran meanwhile; return how many there were.

    After more than a minute they go on by post instead. The caller holds the heartbeat, in which
    this gap is found once. A longer one is an outage, which moves the games by post too.
    """
    ran = Game.objects.filter(live__isnull=False, deadline__gt=since, clock_started_at__lt=until)
    games = _locked(ran)
    for game in games:
        if not clock_of(game).outlasts(until - since):
            become_post(game, until)
        else:
            lost = until - max(since, game.clock_started_at)
            live_clock.shift(game, lost)
            _write(game, lost, REASON, since, until)
    if games:
        logger.warning("gave %s back to %s live matches", until - since, len(games))
    return len(games)


def follow_clock_back(before: datetime, now: datetime) -> int:
    """Move the clocks of live matches back by as much as the database's; return how many ran.

    Else they would stand for as long as it was put back. The caller holds the heartbeat.
    """
    ran = Game.objects.filter(live__isnull=False, deadline__isnull=False, clock_started_at__gt=now)
    games = _locked(ran)
    for game in games:
        live_clock.shift(game, now - before)
        game.clock_started_at = now
        _write(game, live_clock.AFTER_PAUSE, PUT_BACK, before, now)
    return len(games)


def _locked(games: GameQuerySet) -> list[Game]:
    """Return those of these live matches that still go on, locked."""
    ids = list(games.order_by("pk").values_list("pk", flat=True))
    locked = [lock_game(game_id) for game_id in ids]
    return [game for game in locked if game.deadline is not None and clock_of(game).is_live]


def _write(game: Game, lost: timedelta, reason: str, since: datetime, until: datetime) -> None:
    """Write the clock of a locked match that was moved, and tell of it."""
    told = {
        "seconds": round(lost.total_seconds()),
        "reason": reason,
        "started_at": utc(since),
        "ended_at": utc(until),
    }
    everybody = [seat.user_id for seat in game.seats]
    event = NewEvent(EventType.DEADLINE_EXTENDED, until, everybody, told)
    write_game(game, [event], now=until, awaited=game.summary.to_act)
    tell_referee(game)
