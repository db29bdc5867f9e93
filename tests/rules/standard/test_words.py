"""A turn on squares in one sentence."""

from __future__ import annotations

import pytest

from games.rules import registry


@pytest.mark.parametrize(
    ("ruleset", "happenings", "sentence"),
    [
        ("standard", [{"piece": "N", "from": "f3", "to": "e5"}], "knight to e5."),
        (
            "standard",
            [{"piece": "N", "from": "f3", "to": "e5", "captures": "P"}, {"type": "check"}],
            "knight takes on e5. Check!",
        ),
        ("standard", [{"piece": "K", "from": "e1", "to": "g1"}], "castles."),
        (
            "standard",
            [{"piece": "P", "from": "e7", "to": "e8", "promotion": "Q"}, {"type": "checkmate"}],
            "pawn to e8, now a queen. Checkmate!",
        ),
        ("future", [{"piece": "K", "from": "1c1", "to": "1c2"}], "king 1c1 to 1c2."),
        ("future", [{"piece": "Q", "from": "1c1", "to": "2c2"}], "queen 1c1 up to 2c2."),
        (
            "future",
            [{"piece": "N", "from": "3c1", "to": "2d2", "captures": "P"}],
            "knight 3c1 down, takes the pawn on 2d2.",
        ),
        (
            "future",
            [{"piece": "R", "from": "1a1", "to": "2a1", "captures": "Q"}, {"type": "check"}],
            "rook 1a1 up, takes the queen on 2a1. Check!",
        ),
        (
            "future",
            [{"piece": "B", "from": "1a1", "to": "1c3", "captures": "N"}],
            "bishop 1a1 takes the knight on 1c3.",
        ),
        (
            "family",
            [
                {"piece": "R", "from": "j3", "to": "j7"},
                {"type": "check_said", "to": ["silver", "gold"]},
                {"type": "mated", "side": "black", "by": "white"},
            ],
            "rook to j7. Check to Silver and Gold! White has mated Black!",
        ),
        (
            "family",
            [{"piece": "R", "from": "b4", "to": "b10", "captures": "P", "of": "black"}],
            "rook takes Black's pawn on b10.",
        ),
    ],
)
def test_a_turn_in_a_sentence(ruleset, happenings, sentence) -> None:
    told = [{"type": "move", "side": "white", **event} for event in happenings]

    assert registry.presenter(ruleset).turn_sentence(told) == sentence


def test_a_mate_names_who_said_check_to_each_reader() -> None:
    """The turn after which it is found may be another player's."""
    happenings = [
        {"type": "move", "side": "gold", "piece": "P", "from": "d2", "to": "d3"},
        {"type": "mated", "side": "silver", "by": "black"},
    ]
    names = {"white": "alice", "silver": "bob", "black": "charlie", "gold": "dan"}

    def read(side: str | None) -> str:
        called = {one: "" if one == side else name for one, name in names.items()}
        return registry.presenter("family").turn_sentence(happenings, names=called)

    assert read(None) == "pawn to d3. charlie has mated bob!"
    assert read("silver") == "pawn to d3. charlie has mated you!"
    assert read("black") == "pawn to d3. You have mated bob!"
