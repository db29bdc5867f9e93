"""Positions of Fun Family Chess as texts read and show them: the cross, seen from White."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from games.rules.family.notation import read_position
from games.rules.family.squares import INDEX, NAMES, WIDTH, exists
from games.rules.speech import Speech, grid

_FILES: Final = "abcdefghijkl"


def _pieces(position: str) -> Mapping[str, str]:
    board = read_position(position).board
    return {NAMES[square]: board[square][1] for square in NAMES if board[square]}


def _board(position: str, side: str) -> Sequence[str]:
    board = read_position(position).board

    def cell(file: int, rank: int) -> str:
        if not exists(file, rank):
            return ""
        return board[INDEX[f"{_FILES[file]}{rank + 1}"]] or "."

    rows = [
        (str(rank + 1), [cell(file, rank) for file in range(WIDTH)])
        for rank in reversed(range(WIDTH))
    ]
    return grid(rows, _FILES)


SPEECH: Final = Speech(_pieces, _board, says_check=True)
