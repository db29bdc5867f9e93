"""The squares that the laws name: goals, centre circle, corners, homes."""

from __future__ import annotations

from typing import Final

from games.rules.geometry import BIT, BY_NAME

WHITE: Final = 0
BLACK: Final = 1

FILE_A: Final = 0x0101010101010101
RANK_1: Final = 0xFF

D1, E1 = BY_NAME["d1"], BY_NAME["e1"]
D8, E8 = BY_NAME["d8"], BY_NAME["e8"]

GOALS: Final = ((D1, E1), (D8, E8))
"""1.2: the goal squares of each side."""
GOAL_BITS: Final = tuple(BIT[d] | BIT[e] for d, e in GOALS)
CIRCLE: Final = sum(BIT[BY_NAME[name]] for name in ("d4", "e4", "d5", "e5"))
"""1.3: the centre circle."""
HOME: Final = (0xFFFFFF, 0xFFFFFF << 40)
"""3.1: the first three ranks of each side."""
KING_HOME: Final = (D1, D8)
"""3.2: where each king begins."""
KING_PAWN: Final = (D1 + 8, D8 - 8)
"""3.3: the square in front of him, where a pawn begins."""
CORNER_OF: Final = {
    D8: BY_NAME["a8"],
    E8: BY_NAME["h8"],
    D1: BY_NAME["a1"],
    E1: BY_NAME["h1"],
}
"""8.4: where the ball goes after a corner, by the goal square shot at."""
CORNERS: Final = tuple(sorted(CORNER_OF.values()))
