"""Where pieces reach (4.1, 4.2, 4.6): tables made once, then looked up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from games.rules.chess_eleven.squares import BIT, FILE_A, FULL

_STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
_DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
_KNIGHT = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


def _walk(square: int, dx: int, dy: int, steps: int) -> list[int]:
    """Return the squares in one direction, nearest first."""
    x, y = square % 8, square // 8
    path = []
    for _ in range(steps):
        x, y = x + dx, y + dy
        if not (0 <= x < 8 and 0 <= y < 8):
            break
        path.append(y * 8 + x)
    return path


def _set(squares: Iterable[int]) -> int:
    return sum(BIT[square] for square in squares)


def _steps(directions: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    directions = tuple(directions)
    return tuple(
        _set(at for dx, dy in directions for at in _walk(square, dx, dy, 1)) for square in range(64)
    )


KING: Final = _steps(_STRAIGHT + _DIAGONAL)
KNIGHT: Final = _steps(_KNIGHT)
PAWN: Final = (_steps(((-1, 1), (1, 1))), _steps(((-1, -1), (1, -1))))
"""What a pawn of each side captures on, by its square."""


def _subsets(squares: int) -> list[int]:
    found, subset = [0], squares
    while subset:
        found.append(subset)
        subset = (subset - 1) & squares
    return found


def _slide(square: int, directions: Iterable[tuple[int, int]], occupied: int) -> int:
    """Return the squares up to and including the first occupied one in each direction."""
    reached = 0
    for dx, dy in directions:
        for at in _walk(square, dx, dy, 7):
            reached |= BIT[at]
            if occupied & BIT[at]:
                break
    return reached


def _lines(
    *directions: tuple[int, int],
) -> tuple[tuple[int, ...], tuple[dict[int, int], ...]]:
    """Return for each square the squares that can block a line, and the reach by those taken."""
    masks, tables = [], []
    for square in range(64):
        mask = _set(at for dx, dy in directions for at in _walk(square, dx, dy, 7)[:-1])
        masks.append(mask)
        tables.append({taken: _slide(square, directions, taken) for taken in _subsets(mask)})
    return tuple(masks), tuple(tables)


RANK_MASK, RANK_REACH = _lines((1, 0), (-1, 0))
FILE_MASK, FILE_REACH = _lines((0, 1), (0, -1))
DIAGONAL_MASK, DIAGONAL_REACH = _lines(*_DIAGONAL)

STRAIGHT_RAYS: Final = tuple(_slide(square, _STRAIGHT, 0) for square in range(64))
DIAGONAL_RAYS: Final = tuple(_slide(square, _DIAGONAL, 0) for square in range(64))
UNPINNABLE: Final = tuple(
    FULL & ~(straight | diagonal)
    for straight, diagonal in zip(STRAIGHT_RAYS, DIAGONAL_RAYS, strict=True)
)
"""Where nothing can be pinned to a king on a square: off his lines."""
FREE_TO_STEP: Final = tuple(free | FILE_A << square % 8 for square, free in enumerate(UNPINNABLE))
"""Where a pawn may step whatever pins it: also on his file, which it does not leave."""


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
        for dx, dy in _STRAIGHT + _DIAGONAL:
            path = _walk(square, dx, dy, 7)
            for distance, at in enumerate(path):
                table[square][at] = _set(path[:distance])
    return tuple(tuple(row) for row in table)


def _line_through() -> tuple[tuple[int, ...], ...]:
    table = [[0] * 64 for _ in range(64)]
    for square in range(64):
        for dx, dy in _STRAIGHT + _DIAGONAL:
            line = _set(_walk(square, dx, dy, 7) + _walk(square, -dx, -dy, 7)) | BIT[square]
            for at in _walk(square, dx, dy, 7):
                table[square][at] = line
    return tuple(tuple(row) for row in table)


BETWEEN: Final = _between()
"""The squares strictly between two that share a line, else none."""
LINE: Final = _line_through()
"""The whole line through two squares, else none."""

FORWARD: Final = (8, -8)
"""What a pawn's step adds to its square."""


PAWN_SENDERS: Final = tuple(
    tuple(
        PAWN[1 - side][square]
        | (BIT[square - FORWARD[side]] if 0 <= square - FORWARD[side] < 64 else 0)
        for square in range(64)
    )
    for side in (0, 1)
)
"""From where a pawn of each side reaches a square, double steps apart."""


def blockers(square: int, sliders: int, occupied: int) -> int:
    """Return who stands alone between a square and a slider on a line with it."""
    found = 0
    while sliders:
        bit = sliders & -sliders
        sliders ^= bit
        between = BETWEEN[square][bit.bit_length() - 1] & occupied
        if not between & (between - 1):
            found |= between
    return found


def pawn_reach(square: int, side: int, occupied: int, has_not_moved: bool) -> int:
    """Return the reach of a pawn: its step, its double step and both diagonals (4.6)."""
    reached = PAWN[side][square]
    ahead = square + FORWARD[side]
    if 0 <= ahead < 64:
        reached |= BIT[ahead]
        beyond = ahead + FORWARD[side]
        if has_not_moved and 0 <= beyond < 64 and not occupied & BIT[ahead]:
            reached |= BIT[beyond]
    return reached
