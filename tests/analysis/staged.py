"""Games that are over, with rows that can be played again."""

from __future__ import annotations

from datetime import datetime
from random import Random

from games.features.analysis.making import analyse, expect
from games.models import Game
from games.play.acts import resign
from games.play.formations import save_formation
from games.rules.chess_eleven.robot import ChessElevenRobot
from games.rules.contract import Phase
from tests.games.matches import any_turn, play


def some_turns(game: Game, count: int, now: datetime) -> Game:
    """Return the game after so many turns without a shot."""
    for _ in range(count):
        play(game, any_turn(game), now=now)
    return Game.objects.get(pk=game.pk)


def resigned(game: Game, now: datetime, turns: int = 6) -> Game:
    """Return the game after so many turns; then White resigns."""
    game = some_turns(game, turns, now)
    white = next(seat for seat in game.seats if seat.side == "white")
    resign(white.user_id, game.pk, now=now)
    return Game.objects.get(pk=game.pk)


def analysed(game: Game, now: datetime) -> Game:
    """Return the game once its analysis is there."""
    expect([game.pk])
    assert analyse(now, 60.0) == 1
    return Game.objects.get(pk=game.pk)


def played_out(
    game: Game, now: datetime, seed: int = 1, strength: str = "easy", turns: int = 10_000
) -> Game:
    """Return the game after bots have played it to its end, or for so many turns: then White
    resigns."""
    robot, rng = ChessElevenRobot(), Random(seed)
    while game.is_active and game.next_turn <= turns:
        state = game.rules.load(game.state)
        for seat in game.seats:
            if seat.is_awaited and state.phase is Phase.FORMATION:
                formation = robot.choose_arrangement(state, seat.side, strength, rng)
                save_formation(seat.user_id, game.pk, formation, ready=True, now=now)
        if state.phase is not Phase.FORMATION:
            play(game, " ".join(robot.choose_turn(state, strength, rng)), now=now)
        game = Game.objects.get(pk=game.pk)
    return resigned(game, now, 0) if game.is_active else game
