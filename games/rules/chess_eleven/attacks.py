"""Where pieces reach (4.1, 4.2, 4.6): what the laws add to plain geometry."""

from __future__ import annotations

from typing import Final

from games.rules.chess_eleven.squares import FILE_A
from games.rules.geometry import (
    BIT,
    DIAGONAL_RAYS,
    DIAGONAL_WAYS,
    FULL,
    KNIGHT_WAYS,
    STRAIGHT_RAYS,
    STRAIGHT_WAYS,
    steps,
)

KING: Final = steps(STRAIGHT_WAYS + DIAGONAL_WAYS)
KNIGHT: Final = steps(KNIGHT_WAYS)
PAWN: Final = (steps(((-1, 1), (1, 1))), steps(((-1, -1), (1, -1))))
"""What a pawn of each side captures on, by its square."""
UNPINNABLE: Final = tuple(
    FULL & ~(straight | diagonal)
    for straight, diagonal in zip(STRAIGHT_RAYS, DIAGONAL_RAYS, strict=True)
)
"""Where nothing can be pinned to a king on a square: off his lines."""
FREE_TO_STEP: Final = tuple(free | FILE_A << square % 8 for square, free in enumerate(UNPINNABLE))
"""Where a pawn may step no matter what pins it: also on his file, which it does not leave."""

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
