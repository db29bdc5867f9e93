"""Where pieces reach (4 to 9): tables made once, a chapter of the laws each."""

from __future__ import annotations

from typing import Final

from games.rules.future.squares import (
    CORNERS,
    CORRESPONDING,
    FORWARD,
    LEVELS,
    SQUARES,
    is_dark,
    level_of,
    square_at,
)

_STRAIGHT: Final = ((1, 0), (-1, 0), (0, 1), (0, -1))
_DIAGONAL: Final = ((1, 1), (1, -1), (-1, 1), (-1, -1))
_LEAPS: Final = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))

Lines = tuple[tuple[tuple[int, ...], ...], ...]
"""For each square its lines; a line lists squares of the same level, nearest first."""


def _from(square: int, file: int, rank: int, levels: int = 0) -> int | None:
    return square_at(square // 25 + levels, square % 5 + file, square // 5 % 5 + rank)


def _line(square: int, file: int, rank: int) -> tuple[int, ...]:
    line = []
    at = _from(square, file, rank)
    while at is not None:
        line.append(at)
        at = _from(at, file, rank)
    return tuple(line)


def _lines(directions: tuple[tuple[int, int], ...]) -> Lines:
    return tuple(
        tuple(line for file, rank in directions if (line := _line(square, file, rank)))
        for square in SQUARES
    )


def _steps(directions: tuple[tuple[int, int], ...], levels: int = 0) -> list[tuple[int, ...]]:
    return [
        tuple(
            at for file, rank in directions if (at := _from(square, file, rank, levels)) is not None
        )
        for square in SQUARES
    ]


STRAIGHT: Final = _lines(_STRAIGHT)
DIAGONAL: Final = _lines(_DIAGONAL)

KNIGHT: Final = tuple(
    level + up + down
    for level, up, down in zip(
        _steps(_LEAPS), _steps(_DIAGONAL, 1), _steps(_DIAGONAL, -1), strict=True
    )
)
"""6.1 and 6.2: two and one on the level; to the next, one file and one rank aside."""

KING: Final = tuple(
    steps + (CORRESPONDING[square] if square in CORNERS else ())
    for square, steps in enumerate(_steps(_STRAIGHT + _DIAGONAL))
)
"""9.1 and 9.2."""

PAWN_TAKES: Final = tuple(tuple(_steps(((-1, way), (1, way)))) for way in FORWARD)
"""4.2, by side."""

NEXT_LEVELS: Final = tuple(
    tuple(at for at in SQUARES if abs(level_of(at) - level) == 1) for level in range(LEVELS)
)
"""8.2: every square of the next levels, by level."""

SAME_COLOUR: Final = tuple(
    tuple(at for at in NEXT_LEVELS[level_of(square)] if is_dark(at) == is_dark(square))
    for square in SQUARES
)
"""5.2: the squares of a bishop's colour on the next levels."""

TWO_LEVELS: Final = tuple(
    square + 50 if square < 25 else square - 50 if square >= 50 else None for square in SQUARES
)
"""8.4: the corresponding square two levels away."""
