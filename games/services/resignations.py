"""Giving up (law 9.4), and the demand that the laws allow (law 9.3)."""

from __future__ import annotations

from datetime import datetime

from games.clock.deadlines import with_locked_game
from games.models import Game
from games.refusals import Conflict
from games.rules.contract import CLAIM, RESIGN
from games.rules.errors import OutOfPhase
from games.services.apply import take_step
from games.services.guards import check_is_active, seat_of


def resign(user_id: int, game_id: str, *, now: datetime) -> Game:
    """End the game for this person and return it; resigning again changes nothing."""

    def act(game: Game) -> Game:
        seat = seat_of(game, user_id)
        if game.reason == "resignation" and game.winner != seat.side:
            return game
        check_is_active(game)
        rules = game.rules
        take_step(game, rules, rules.act(rules.load(game.state), seat.side, RESIGN), now=now)
        return game

    return with_locked_game(game_id, now, act)


def claim_final_whistle(user_id: int, game_id: str, *, now: datetime) -> Game:
    """End the game after so many quiet turns that the laws let a player demand it."""

    def act(game: Game) -> Game:
        seat = seat_of(game, user_id)
        check_is_active(game)
        rules = game.rules
        try:
            step = rules.act(rules.load(game.state), seat.side, CLAIM)
        except OutOfPhase as error:
            raise Conflict(str(error), code="wrong_phase", game=game) from error
        take_step(game, rules, step, now=now)
        return game

    return with_locked_game(game_id, now, act)
