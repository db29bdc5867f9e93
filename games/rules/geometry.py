"""Plain geometry of an 8×8 board: squares as numbers, sets of them as integers of 64 bits.

A square is 0 (a1) to 63 (h8). Nothing here knows a law; rule sets share these tables and no more.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

FILES: Final = "abcdefgh"
RANKS: Final = "12345678"
NAMES: Final = tuple(file + rank for rank in RANKS for file in FILES)
BY_NAME: Final = {name: square for square, name in enumerate(NAMES)}
BIT: Final = tuple(1 << square for square in range(64))
FULL: Final = (1 << 64) - 1

Directions = Iterable[tuple[int, int]]

STRAIGHT_WAYS: Final = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL_WAYS: Final = ((1, 1), (1, -1), (-1, 1), (-1, -1))
KNIGHT_WAYS: Final = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


def each(squares: int) -> list[int]:
    """Return the squares of a set, in order."""
    found = []
    while squares:
        low = squares & -squares
        found.append(low.bit_length() - 1)
        squares ^= low
    return found


def walk(square: int, dx: int, dy: int, steps: int = 7) -> list[int]:
    """Return the squares in one direction, nearest first."""
    x, y = square % 8, square // 8
    path = []
    for _ in range(steps):
        x, y = x + dx, y + dy
        if not (0 <= x < 8 and 0 <= y < 8):
            break
        path.append(y * 8 + x)
    return path


def set_of(squares: Iterable[int]) -> int:
    """Return the set of some squares."""
    return sum(BIT[square] for square in squares)


def steps(ways: Directions) -> tuple[int, ...]:
    """Return for each square the set of those one step away."""
    ways = tuple(ways)
    return tuple(
        set_of(at for dx, dy in ways for at in walk(square, dx, dy, 1)) for square in range(64)
    )


def _subsets(squares: int) -> list[int]:
    found, subset = [0], squares
    while subset:
        found.append(subset)
        subset = (subset - 1) & squares
    return found


def _slide(square: int, ways: Directions, occupied: int) -> int:
    """Return the squares up to and including the first occupied one in each direction."""
    reached = 0
    for dx, dy in ways:
        for at in walk(square, dx, dy):
            reached |= BIT[at]
            if occupied & BIT[at]:
                break
    return reached


def _lines(*ways: tuple[int, int]) -> tuple[tuple[int, ...], tuple[dict[int, int], ...]]:
    """Return for each square the squares that can block a line, and the reach by those taken."""
    masks, tables = [], []
    for square in range(64):
        mask = set_of(at for dx, dy in ways for at in walk(square, dx, dy)[:-1])
        masks.append(mask)
        tables.append({taken: _slide(square, ways, taken) for taken in _subsets(mask)})
    return tuple(masks), tuple(tables)


RANK_MASK, RANK_REACH = _lines((1, 0), (-1, 0))
FILE_MASK, FILE_REACH = _lines((0, 1), (0, -1))
DIAGONAL_MASK, DIAGONAL_REACH = _lines(*DIAGONAL_WAYS)
STRAIGHT_RAYS: Final = tuple(_slide(square, STRAIGHT_WAYS, 0) for square in range(64))
DIAGONAL_RAYS: Final = tuple(_slide(square, DIAGONAL_WAYS, 0) for square in range(64))


def straight(square: int, occupied: int) -> int:
    """Return where a rook reaches."""
    return (
        RANK_REACH[square][occupied & RANK_MASK[square]]
        | FILE_REACH[square][occupied & FILE_MASK[square]]
    )


def diagonal(square: int, occupied: int) -> int:
    """Return where a bishop reaches."""
    return DIAGONAL_REACH[square][occupied & DIAGONAL_MASK[square]]


def _between() -> tuple[tuple[int, ...], ...]:
    table = [[0] * 64 for _ in range(64)]
    for square in range(64):
        for dx, dy in STRAIGHT_WAYS + DIAGONAL_WAYS:
            path = walk(square, dx, dy)
            for distance, at in enumerate(path):
                table[square][at] = set_of(path[:distance])
    return tuple(tuple(row) for row in table)


def _line_through() -> tuple[tuple[int, ...], ...]:
    table = [[0] * 64 for _ in range(64)]
    for square in range(64):
        for dx, dy in STRAIGHT_WAYS + DIAGONAL_WAYS:
            line = set_of(walk(square, dx, dy) + walk(square, -dx, -dy)) | BIT[square]
            for at in walk(square, dx, dy):
                table[square][at] = line
    return tuple(tuple(row) for row in table)


BETWEEN: Final = _between()
"""The squares strictly between two that share a line, else none."""
LINE: Final = _line_through()
"""The whole line through two squares, else none."""


def blockers(square: int, sliders: int, occupied: int) -> int:
    """Return what stands alone between a square and a slider on a line with it."""
    found = 0
    while sliders:
        bit = sliders & -sliders
        sliders ^= bit
        between = BETWEEN[square][bit.bit_length() - 1] & occupied
        if not between & (between - 1):
            found |= between
    return found
