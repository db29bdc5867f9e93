"""What a side has captured, counted from the pieces that are left."""

from __future__ import annotations

import json

import pytest

from tests.scripts.conftest import Run

ALL = "kqrrbbnnpppppppp"
TOWER = "kqrrbbnnppppppp"
"""A side of Future Chess, which begins with seven pawns."""


def won_by_white(run: Run, white: str, black: str, *, is_tower: bool = False) -> str:
    """Return the signs of what White has captured, where these pieces are left."""
    pieces = [
        {"art": art, "owner": owner}
        for owner, arts in (("white", white), ("black", black))
        for art in arts
    ]
    signs: str = run(f"""
      const {{ wonBy }} = await import("/static/games/grid/won.js");
      return wonBy("white", {json.dumps(pieces)}, {json.dumps(is_tower)});
    """)
    return signs


@pytest.mark.parametrize(
    ("white", "black", "signs"),
    [
        (ALL, ALL, ""),
        (ALL, ALL[:-1], "♟\ufe0e +1"),
        (ALL[:-1], ALL[:-1], "♟\ufe0e"),
        (ALL[:-2], ALL[:-1], "♟\ufe0e"),
        (ALL, "krrbbnnppppp", "♛♟\ufe0e3 +12"),
        (ALL[:-1], ALL.replace("r", "", 1), "♜ +4"),
        # A pawn that has become a second queen was not captured, nor was a queen.
        (ALL, ALL.replace("p", "q", 1), "♟\ufe0e"),
    ],
    ids=["nothing", "a pawn", "one each", "behind", "much", "a rook for a pawn", "promoted"],
)
def test_signs_and_how_much_more_one_has(run: Run, white: str, black: str, signs: str) -> None:
    assert won_by_white(run, white, black) == signs


def test_in_future_chess_seven_pawns_are_all_and_nothing_is_worth_anything(run: Run) -> None:
    assert won_by_white(run, TOWER, TOWER, is_tower=True) == ""
    assert won_by_white(run, TOWER, TOWER[:-1], is_tower=True) == "♟\ufe0e"
