"""The one door out of a game."""

from __future__ import annotations

from datetime import datetime

from games.clock.times import stop_clock
from games.events import EventType, NewEvent
from games.models import Game
from games.rules.contract import Outcome


def finish_game(game: Game, outcome: Outcome, *, at: datetime) -> NewEvent:
    """Close a locked game that ended ``at`` and return the event that says so.

    Every ending passes through here. The caller saves the game with the step that ended it.
    """
    game.status = Game.Status.ABORTED if outcome.is_aborted else Game.Status.FINISHED
    game.winner = outcome.winner
    game.reason = outcome.reason
    game.ranking = [list(place) for place in outcome.ranking]
    game.finished_at = at
    game.draw_offered_by = None
    stop_clock(game)
    return NewEvent(
        EventType.GAME_FINISHED,
        at,
        [seat.user_id for seat in game.seats],
        {"winner": game.winner, "reason": game.reason},
    )
