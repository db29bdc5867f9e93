"""The shot (8): the odds as the law prints them, and what a roll makes of them."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.rules.chess_eleven.position import Position
from games.rules.chess_eleven.squares import GOALS
from games.rules.geometry import BIT

GOAL: Final = "goal"
SAVE: Final = "save"
BLOCK: Final = "block"
CORNER_KICK: Final = "corner"

NO_ONE, KING, PIECE = "nobody", "king", "piece"
TARGET, OTHER = "target", "other"


class Chance(NamedTuple):
    """One outcome, where it happens (for a save and a block) and how likely it is in per cent."""

    kind: str
    square: str | None
    per_cent: int


def _odds(goal: int, save: int = 0, on_target: int = 0, on_other: int = 0) -> tuple[Chance, ...]:
    # 8.3: read in this order: goal, save, both blocks, corner.
    rest = 100 - goal - save - on_target - on_other
    row = (
        Chance(GOAL, None, goal),
        Chance(SAVE, None, save),
        Chance(BLOCK, TARGET, on_target),
        Chance(BLOCK, OTHER, on_other),
        Chance(CORNER_KICK, None, rest),
    )
    return tuple(chance for chance in row if chance.per_cent)


# 8.3: what stands on (the target square, the other square) of the goal.
ODDS: Final = {
    (NO_ONE, NO_ONE): _odds(goal=100),
    (KING, NO_ONE): _odds(goal=30, save=50),
    (KING, PIECE): _odds(goal=20, save=50, on_other=10),
    (PIECE, NO_ONE): _odds(goal=45, on_target=35),
    (PIECE, KING): _odds(goal=20, save=25, on_target=35),
    (PIECE, PIECE): _odds(goal=35, on_target=35, on_other=10),
    (NO_ONE, KING): _odds(goal=55, save=25),
    (NO_ONE, PIECE): _odds(goal=70, on_other=10),
}


class ShotResult(NamedTuple):
    """How a shot may end: ``square`` is the one who then has the ball stands on, if anyone."""

    kind: str
    square: int | None
    per_cent: int


def _keeper(position: Position, square: int) -> str:
    """Return what of the enemy stands on a goal square."""
    if not position.enemy & BIT[square]:
        return NO_ONE
    return KING if position.king(1 - position.side) == square else PIECE


def outcomes(position: Position, target: int) -> tuple[ShotResult, ...]:
    """Return every outcome of a shot at a goal square with a chance above zero, in order."""
    first, second = GOALS[1 - position.side]
    other = second if target == first else first
    king = position.king(1 - position.side)
    where = {TARGET: target, OTHER: other, None: None}
    return tuple(
        ShotResult(kind, king if kind == SAVE else where[square], per_cent)
        for kind, square, per_cent in ODDS[_keeper(position, target), _keeper(position, other)]
    )


def decide(position: Position, target: int, roll: int) -> ShotResult:
    """Return the outcome that a roll from 0 to 99 picks (8.3)."""
    left = roll
    for outcome in outcomes(position, target):
        if left < outcome.per_cent:
            return outcome
        left -= outcome.per_cent
    raise ValueError(f"A roll is a whole number from 0 to 99, not {roll}.")
