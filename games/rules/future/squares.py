"""The three boards (1): squares, names, colours, and which lie above and below each other."""

from __future__ import annotations

from typing import Final

LEVELS: Final = 3
WIDTH: Final = 5
SQUARES: Final = range(LEVELS * WIDTH * WIDTH)
"""Square = level * 25 + rank * 5 + file, each counted from 0; ``1a1`` is 0, ``3e5`` is 74."""

WHITE: Final = 0
BLACK: Final = 1
SIDES: Final = ("white", "black")

NAMES: Final = tuple(
    f"{square // 25 + 1}{'abcde'[square % 5]}{square // 5 % 5 + 1}" for square in SQUARES
)
INDEX: Final = {name: square for square, name in enumerate(NAMES)}


def square_at(level: int, file: int, rank: int) -> int | None:
    """Return the square, or ``None`` off the boards."""
    if 0 <= level < LEVELS and 0 <= file < WIDTH and 0 <= rank < WIDTH:
        return level * 25 + rank * 5 + file
    return None


def level_of(square: int) -> int:
    """Return the level, from 0."""
    return square // 25


def rank_of(square: int) -> int:
    """Return the rank, from 0."""
    return square // 5 % 5


def is_dark(square: int) -> bool:
    """Return whether a square is dark (1.3); colours alternate from level to level."""
    return (square // 25 + square // 5 % 5 + square % 5) % 2 == 0


def _levels_beside(square: int) -> tuple[int, ...]:
    return tuple(square + step for step in (25, -25) if 0 <= square + step < len(SQUARES))


CORRESPONDING: Final = tuple(_levels_beside(square) for square in SQUARES)
"""The corresponding squares of the next levels, one up and one down where they exist."""

CORNERS: Final = frozenset(square for square in SQUARES if NAMES[square][1:] in "a1 a5 e1 e5")
END: Final = (4, 0)
"""The rank, from 0, that is the end of a level for the pawns of each side (1.4)."""
FORWARD: Final = (1, -1)
"""The way of a pawn, in ranks and in levels."""
