"""The one door out of a game."""

from __future__ import annotations

from datetime import datetime

from games.clock.clocks import clock_of
from games.models import Game
from games.rules.contract import Outcome, Summary
from games.store.outbox import EventType, NewEvent
from games.store.write import Result


def finish_game(game: Game, outcome: Outcome, *, at: datetime) -> NewEvent:
    """Close a locked game that ended ``at`` and return the event that says so.

    Every ending passes through here. The caller saves the game with the step that ended it.
    """
    game.status = Game.Status.ABORTED if outcome.is_aborted else Game.Status.FINISHED
    game.winner = outcome.winner
    game.reason = outcome.reason
    game.ranking = [list(place) for place in outcome.ranking]
    game.finished_at = at
    game.draw_offered_by, game.draw_votes = None, []
    clock_of(game).stop()
    return NewEvent(
        EventType.GAME_FINISHED,
        at,
        [seat.user_id for seat in game.seats],
        {"winner": game.winner, "reason": game.reason},
    )


def results_of(outcome: Outcome, summary: Summary, game: Game) -> list[Result]:
    """Return how each side fared: its place, its points, and what it scored."""
    score = summary.score or {}
    return [
        Result(
            seat.side,
            outcome.places.get(seat.side),
            outcome.points.get(seat.side),
            score.get(seat.side),
        )
        for seat in game.seats
    ]
