"""Where pieces reach (3.1, 3.2, 1.3): tables made once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from games.rules.family.squares import FORWARD, INDEX, SEATS, SQUARES, step

_STRAIGHT: Final = ((1, 0), (-1, 0), (0, 1), (0, -1))
_DIAGONAL: Final = ((1, 1), (1, -1), (-1, 1), (-1, -1))
_LEAPS: Final = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))

Directions = Iterable[tuple[int, int]]
Lines = dict[int, tuple[tuple[int, ...], ...]]
"""For each square its lines, the squares of a line nearest first."""
Steps = dict[int, tuple[int, ...]]


def _line(square: int, file: int, rank: int) -> tuple[int, ...]:
    line = []
    at = step(square, file, rank)
    while at is not None:  # 1.3: a line ends where the board ends.
        line.append(at)
        at = step(at, file, rank)
    return tuple(line)


def _lines(directions: Directions) -> Lines:
    ways = tuple(directions)
    return {
        square: tuple(line for way in ways if (line := _line(square, *way))) for square in SQUARES
    }


def _steps(directions: Directions) -> Steps:
    ways = tuple(directions)
    return {
        square: tuple(at for way in ways if (at := step(square, *way)) is not None)
        for square in SQUARES
    }


def _aslant(seat: str, sign: int) -> Directions:
    file, rank = FORWARD[seat]
    return [(sign * (file or aside), sign * (rank or aside)) for aside in (-1, 1)]


STRAIGHT: Final = _lines(_STRAIGHT)
DIAGONAL: Final = _lines(_DIAGONAL)
LINES: Final = {"R": STRAIGHT, "B": DIAGONAL, "Q": _lines(_STRAIGHT + _DIAGONAL)}
"""By kind of a piece that moves along lines."""
KNIGHT: Final = _steps(_LEAPS)
KING: Final = _steps(_STRAIGHT + _DIAGONAL)
PAWN_TAKES: Final = {seat: _steps(_aslant(seat, 1)) for seat in SEATS}
"""3.2: where a pawn of a seat captures."""
PAWN_FROM: Final = {seat: _steps(_aslant(seat, -1)) for seat in SEATS}
"""From where a pawn of a seat captures on a square."""


class Castling(NamedTuple):
    """One way of castling (3.6), in squares."""

    king: int
    rook: int
    target: int
    crossed: int
    between: tuple[int, ...]
    """All that must be empty."""


def _castling(king: str, target: str, rook: str) -> Castling:
    home, corner, goal = INDEX[king], INDEX[rook], INDEX[target]
    way = (goal - home) // 2
    return Castling(home, corner, goal, home + way, tuple(range(home + way, corner, way)))


CASTLING: Final = {
    "w": {"K": _castling("g1", "i1", "j1"), "Q": _castling("g1", "e1", "c1")},
    "s": {"K": _castling("l7", "l9", "l10"), "Q": _castling("l7", "l5", "l3")},
    "b": {"K": _castling("g12", "i12", "j12"), "Q": _castling("g12", "e12", "c12")},
    "g": {"K": _castling("a7", "a9", "a10"), "Q": _castling("a7", "a5", "a3")},
}
"""By seat and right: ``K`` with the nearer rook, ``Q`` with the other."""
