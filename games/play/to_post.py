"""A live match that goes on by post: with its score, a day for a turn and two days in reserve."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from games.clock.times import DAY_S
from games.models import Game, Player, StagedTurn
from games.play.apply import apply_step
from games.play.seating import free_seats
from games.rules.contract import Timed

RESERVE_S: Final = 2 * DAY_S


def become_post(game: Game, now: datetime) -> None:
    """Let a locked live match go on by post; nothing is charged for the time that ran."""
    rules = game.rules
    assert isinstance(rules, Timed), "a live match is one of a game with laws for it"
    step = rules.by_post(rules.load(game.state))
    free_seats(game)
    StagedTurn.objects.filter(game=game).delete()
    terms = {"days_per_turn": 1, "turn_s": None, "reserve_s": RESERVE_S, "gain_s": 0}
    Game.objects.filter(pk=game.pk).update(**terms)
    Player.objects.filter(game=game).update(reserve_left=RESERVE_S)
    for name, value in terms.items():
        setattr(game, name, value)
    game.seats = tuple(seat._replace(reserve_left=RESERVE_S) for seat in game.seats)
    game.live = None
    # So much that no side is charged; the clock starts anew with the step.
    game.deadline = game.main_until = now + timedelta(seconds=DAY_S + RESERVE_S)
    apply_step(game, rules, step, now=now)
