"""Positions of Chess Eleven as texts read and show them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.rules.geometry import FILES
from games.rules.speech import Speech, placed, square_board


def _pieces(position: str) -> Mapping[str, str]:
    return {square: sign.upper() for square, sign in placed(position.split(" ")[0], FILES).items()}


def _board(position: str, side: str) -> Sequence[str]:
    placement, _side, ball, *_rest = position.split(" ")
    pieces = placed(placement, FILES)
    return square_board(pieces, FILES, range(1, 9), turned=side == "black", ball=ball)


def _formation(description: Mapping[str, Any], side: str) -> Mapping[str, Any] | None:
    chosen = description["formation"]
    return {"pieces": chosen[side]["pieces"]} if chosen else None


SPEECH: Final = Speech(_pieces, _board, _formation)
