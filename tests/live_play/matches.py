"""Live matches brought to the point at which a test begins."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from accounts.models import User
from games.models import Game
from games.play.challenge.challenges import Terms
from games.play.challenge.live import agree_live
from games.play.start import start_game
from tests.games.matches import any_turn, place, play, start_round

MS = timedelta(milliseconds=1)
SECOND = timedelta(seconds=1)
WITH_BALL = "k7/8/8/8/8/8/4R3/3K4 w e2 open - 3"
WITHOUT = "3k4/8/8/3r4/8/3R4/8/2K5 w d5 open - 3"


def start_live(
    white: User, black: User, now: datetime, ruleset: str = "eleven", **live: Any
) -> Game:
    """Return a live match that has just begun."""
    terms = agree_live(Terms(ruleset=ruleset, live=live))
    return start_game(terms, {"white": white, "black": black}, now=now)


def kick_off(white: User, black: User, now: datetime, **live: Any) -> Game:
    """Return a live match at its first kick-off, both formations ready at once."""
    return start_round(start_live(white, black, now, **live), now)


def both_have_played(white: User, black: User, now: datetime, **live: Any) -> Game:
    """Return a live match in which each side has played a turn, at no time."""
    game = kick_off(white, black, now, **live)
    for _ in range(2):
        play(game, any_turn(game), now=now)
    return again(game)


def put(game: Game, position: str, **changes: Any) -> Game:
    """Return the game with another position on the board, its clock as it is."""
    return place(game, position, **changes)


def again(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)
