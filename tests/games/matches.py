"""Games brought to the point at which a test begins."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from accounts.models import User
from games.models import Game
from games.play.challenge.challenges import Terms, accept_challenge, make_challenge
from games.play.formations import save_formation
from games.play.seeds import draw_seed, roll_of
from games.play.turns import PlayedTurn, play_turn
from games.rules.repetition import key_of

WHITE_FORMATION = {
    "pieces": {
        "b1": "B", "c1": "R", "d1": "K", "e1": "Q", "f1": "R",
        "c2": "P", "d2": "P", "e2": "P", "f2": "P",
        "c3": "N", "f3": "N",
    }
}  # fmt: skip
BLACK_FORMATION = {
    "pieces": {
        square[0] + str(9 - int(square[1])): piece
        for square, piece in WHITE_FORMATION["pieces"].items()
    }
}

OPEN_GOAL = "k7/8/8/8/8/8/4R3/3K4 w e2 open - 3"
"""White has the ball on e2 and no one guards e8: a certain goal."""
KEEPER = "3k4/8/8/8/8/8/4R3/3K4 w e2 open - 3"
"""The same with the king in the goal: goal from 0, save from 55, corner from 80."""


def start_formations(white: User, black: User, now: datetime, **terms: Any) -> Game:
    """Return a game in its first formation phase."""
    challenge = make_challenge(white, black.username, Terms(side="white", **terms), now=now)
    game = accept_challenge(black, challenge.pk, now=now)
    return Game.objects.get(pk=game.pk)


def start_round(game: Game, now: datetime) -> Game:
    """Return the game after both have said Ready to their formations."""
    for seat in game.seats:
        content = WHITE_FORMATION if seat.side == "white" else BLACK_FORMATION
        save_formation(seat.user_id, game.pk, content, ready=True, now=now)
    return Game.objects.get(pk=game.pk)


def play(game: Game, *turns: str, now: datetime) -> PlayedTurn:
    """Play turns, each by the side to play, and return the last.

    A page that follows the game sees all of them or none.
    """
    played = None
    with transaction.atomic():
        for turn in turns:
            game = Game.objects.get(pk=game.pk)
            mover = next(seat for seat in game.seats if seat.is_awaited)
            played = play_turn(mover.user_id, game.pk, game.next_turn, turn.split(), now=now)
    assert played is not None
    return played


def any_turn(game: Game) -> str:
    """Return a legal turn without a shot, as short as may be, for tests that need many."""
    game = Game.objects.get(pk=game.pk)
    rules = game.rules
    state = rules.load(game.state)
    actions: list[str] = []
    while (choices := rules.choices(state, actions))["complete"] < 0:
        actions.append(next(c["text"] for c in choices["actions"] if c["kind"] != "shot"))
    return " ".join(actions)


def place(game: Game, position: str, *, stalled: str = "0+0 -", **changes: Any) -> Game:
    """Return the game with another position on the board, as though it had been reached.

    ``stalled`` is the field of the drop balls and positions so far, which version 1 has not.
    """
    rules = game.rules
    fields = game.state.split(";")
    fields[9] = position
    if game.rules_version > 1:
        fields[11] = stalled
    state = rules.load(";".join(fields))
    game.state = rules.dump(state)
    game.description = rules.describe(state)
    for name, value in changes.items():
        setattr(game, name, value)
    game.save()
    awaited = rules.to_act(state)
    for player in game.players.all():
        player.deadline = game.deadline if player.side in awaited else None
        player.save()
    return Game.objects.get(pk=game.pk)


def thrice(position: str, drop_balls: str = "0+0") -> str:
    """Return the field of a state in which this position is there for the third time."""
    return f"{drop_balls} {key_of(position.rpartition(' ')[0])}*3"


def of_version_1(game: Game) -> Game:
    """Return a match as one that began before drop balls were claimed."""
    game.rules_version = 1
    game.state = ";".join(game.state.split(";")[:11])
    game.description = game.rules.describe(game.rules.load(game.state))
    game.save()
    return game


def with_next_roll(game: Game, rolls: range) -> Game:
    """Return the game with a seed from which one of these rolls comes next."""
    while roll_of(game, game.rolls_drawn) not in rolls:
        draw_seed(game)
    game.save(update_fields=["sealed_seed", "commitment"])
    return game


def a_moment_after(moment: datetime | None) -> datetime:
    """Return the next second."""
    assert moment is not None
    return moment + timedelta(seconds=1)
