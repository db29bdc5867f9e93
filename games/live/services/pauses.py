"""A short time in which nothing could be played: nothing by post, and whole turns of live play."""

from __future__ import annotations

import logging
from datetime import datetime

from config.http.times import utc
from games.events import EventType, NewEvent
from games.live import clock
from games.live.due import tell_referee
from games.models import Game
from games.store.locking import lock_game
from games.store.write import write_game

logger = logging.getLogger(__name__)

REASON = "service down"


def give_back_live(since: datetime, until: datetime) -> int:
    """Move on the clocks of live matches that ran meanwhile; return how many there were.

    The caller holds the heartbeat, in which this gap is found once. A longer one is an outage,
    which moves the games by post too.
    """
    ran = Game.objects.filter(live__isnull=False, deadline__gt=since, clock_started_at__lt=until)
    found = list(ran.order_by("pk").values_list("pk", flat=True))
    for game_id in found:
        game = lock_game(game_id)
        if game.deadline is None or game.live is None:
            continue
        lost = until - max(since, game.clock_started_at)
        clock.shift(game, lost)
        told = {
            "seconds": round(lost.total_seconds()),
            "reason": REASON,
            "started_at": utc(since),
            "ended_at": utc(until),
        }
        everybody = [seat.user_id for seat in game.seats]
        event = NewEvent(EventType.DEADLINE_EXTENDED, until, everybody, told)
        write_game(game, [event], now=until, awaited=game.summary.to_act)
        tell_referee(game)
    if found:
        logger.warning("gave %s back to %s live matches", until - since, len(found))
    return len(found)
