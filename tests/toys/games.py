"""Games of toys brought to the point at which a test begins."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.models import User
from games.models import Game, Player
from games.play.start import Terms, start_game
from games.play.turns import play_turn
from games.rules import registry
from games.store.locking import hold_people


def begin(ruleset: str, players: dict[str, User], now: datetime, **options: Any) -> Game:
    """Return a new game of these players."""
    agreed = registry.get(ruleset).check_options(options)
    with transaction.atomic():
        hold_people([user.pk for user in players.values()])
        game = start_game(Terms(ruleset, options=agreed), players, now=now)
    return read(game)


def read(game: Game) -> Game:
    """Return the game as it is stored."""
    return Game.objects.get(pk=game.pk)


def take(game: Game, *turns: str, now: datetime) -> Game:
    """Play turns, each by anyone who is to play, and return the game after them."""
    for turn in turns:
        game = read(game)
        mover = next(seat for seat in game.seats if seat.is_awaited)
        play_turn(mover.user_id, game.pk, game.next_turn, turn.split(), now=now)
    return read(game)


def lap(game: Game, now: datetime) -> Game:
    """Return the game after everyone has played once."""
    return take(game, *(["t1"] * len(game.seats)), now=now)


def user_of(game: Game, side: str) -> int:
    """Return who sits there."""
    return next(seat.user_id for seat in game.seats if seat.side == side)


def results(game: Game) -> list[tuple[str, int | None, float | None]]:
    """Return the place and the points of every side."""
    return list(
        Player.objects.filter(game=game).order_by("pk").values_list("side", "place", "points")
    )
