"""Positions of Future Chess as texts read and show them: three boards beside each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Final

from games.rules.speech import Speech, placed, square_board

_FILES: Final = "abcde"


def _levels(position: str) -> list[tuple[int, dict[str, str]]]:
    """Return the pieces of each level, the top one first."""
    levels = position.split(" ")[0].split("|")
    return [
        (number, placed(level, _FILES))
        for number, level in zip(range(len(levels), 0, -1), levels, strict=True)
    ]


def _pieces(position: str) -> Mapping[str, str]:
    # A pawn on its second level is S in a position, and a pawn to anyone who writes.
    return {
        f"{level}{square}": sign.upper().replace("S", "P")
        for level, pieces in _levels(position)
        for square, sign in pieces.items()
    }


def _board(position: str, side: str) -> Sequence[str]:
    turned = side == "black"
    boards = [
        [f"   Level {level}", *square_board(pieces, _FILES, range(1, 6), turned=turned)]
        for level, pieces in reversed(_levels(position))
    ]
    rows = zip_longest(*boards, fillvalue="")
    return ["  ".join(f"{part:<18}" for part in row).rstrip() for row in rows]


SPEECH: Final = Speech(_pieces, _board)
