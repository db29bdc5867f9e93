"""The laws of chess that no worked example shows, one by one (1 to 3)."""

import pytest

from games.rules import registry
from games.rules.errors import IllegalTurn
from games.rules.standard.position import START
from games.rules.standard.rule_set import STANDARD as RULES
from tests.rules.standard.test_examples import actions
from tests.rules.standard.test_match import at, play


def targets(text, origin):
    return {action[2:] for action in actions(text, origin)}


def test_the_board_and_who_begins():
    start = RULES.start({})
    (panel,) = registry.presenter("standard").board_data(START)["panels"]
    shades = {square["name"]: square["shade"] for square in panel["squares"]}

    # 1.1
    assert (len(shades), shades["a1"], shades["h1"]) == (64, "dark", "light")
    assert RULES.describe(start)["position"] == START
    sides = [RULES.describe(state)["side_to_play"] for state in (start, play(start, "e2e4"))]
    assert sides == ["white", "black"]


def test_nothing_but_the_knight_leaps_and_a_capture_takes_the_square():
    # 1.2
    text = "4k3/8/8/8/p7/8/7P/R3K1N1 w - - 0 1"
    assert targets(text, "a1") == {"a2", "a3", "a4", "b1", "c1", "d1"}
    assert targets(START, "a1") == set()
    assert targets(START, "g1") == {"f3", "h3"}


@pytest.mark.parametrize(("piece", "number"), [("R", 14), ("B", 13), ("Q", 27), ("N", 8), ("K", 8)])
def test_how_many_squares_a_piece_reaches_from_the_middle(piece, number):
    # 1.3
    king = "1K6" if piece != "K" else "8"
    text = f"8/7k/8/p7/3{piece}4/P7/8/{king} w - - 0 1"

    assert len(targets(text, "d4")) == number


@pytest.mark.parametrize(
    ("text", "origin", "expected"),
    [
        pytest.param(
            "4k3/8/8/8/8/p1p5/1P6/4K3 w - - 0 1",
            "b2",
            {"b3", "b4", "a3", "c3"},
            id="1.4: two from its home square, and captures to both sides",
        ),
        pytest.param("4k3/8/8/8/1p6/8/1P6/4K3 w - - 0 1", "b2", {"b3"}, id="1.4: both empty"),
        pytest.param("4k3/8/8/8/8/1p6/1P6/4K3 w - - 0 1", "b2", set(), id="1.4: blocked"),
        pytest.param("4k3/8/8/8/8/1P6/8/4K3 w - - 0 1", "b3", {"b4"}, id="1.4: one later"),
        pytest.param(
            "4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1",
            "e2",
            {f"e{rank}" for rank in range(3, 9)},
            id="1.8: a pinned piece stays on its line",
        ),
        pytest.param(
            "R5rk/8/8/8/8/8/8/5K2 w - - 0 1",
            "f1",
            {"e1", "e2", "f2"},
            id="1.8: a pinned piece attacks like any other",
        ),
    ],
)
def test_a_piece_goes_where_the_law_says(text, origin, expected):
    assert targets(text, origin) == expected


def test_a_move_that_is_not_legal_costs_nothing():
    # 2.8
    start = RULES.start({})
    before = RULES.dump(start)
    with pytest.raises(IllegalTurn):
        RULES.play(start, "white", ["e2e5"], roll=0)

    assert RULES.dump(start) == before
    assert play(start, "e2e4").position != start.position


def test_the_words_of_an_end_are_those_of_the_law():
    # 2.9, and those by which a competition ends a game
    assert set(registry.presenter("standard").reasons) - {"adjudicated", "called_off"} == {
        "checkmate", "stalemate", "dead_position", "repetition", "quiet_moves",
        "resignation", "agreement", "timeout", "aborted",
    }  # fmt: skip
    drawn = RULES.outcome(play(at("7k/8/4Q1K1/8/8/8/8/8 w - - 0 1"), "e6f7"))
    assert drawn.points == {"white": 0.5, "black": 0.5}


def test_a_game_can_be_exported_as_pgn():
    assert registry.find("standard").write_pgn is not None  # 3.3
