"""The laws of Fun Family Chess that no worked example shows, one by one."""

import pytest

from games.rules import registry
from games.rules.errors import IllegalOptions
from games.rules.family.notation import STARTS, read_position
from games.rules.family.rule_set import FAMILY as RULES
from games.rules.family.squares import INDEX
from tests.rules.family.test_examples import board, targets
from tests.rules.family.test_match import act, lap, play, shown, start


def test_the_board_is_a_cross_of_128_squares():
    (panel,) = registry.presenter("family").board_data(STARTS[4])["panels"]
    shades = {square["name"]: square["shade"] for square in panel["squares"]}

    # 1.1
    assert len(shades) == 128
    assert not {"a1", "b2", "k2", "l12", "a11", "k11"} & set(shades)
    # 1.2
    assert (shades["j1"], shades["c1"]) == ("light", "dark")


def test_lines_end_where_the_board_ends_and_pass_inner_corners():
    # 1.3
    assert {"c2", "d1"} <= targets(board("wBb3"), "b3")
    assert {"k3", "l4"} <= targets(board("wBj2"), "j2")
    assert targets(board("wNb3"), "b3") == {"a5", "c1", "c5", "d2", "d4"}
    assert targets(board("wRb3 wPb4 wPc3"), "b3") == {"a3"}


@pytest.mark.parametrize(("seats", "status"), [(2, "A-A-"), (3, "AAA-"), (4, "AAAA")])
def test_a_seat_that_no_one_takes_has_no_pieces(seats, status):
    # 2.1
    position = read_position(STARTS[seats])

    assert position.status == status
    for seat, letter in zip("wsbg", status, strict=True):
        pieces = [piece for piece in position.board if piece[:1] == seat]
        # 2.2
        assert len(pieces) == (15 if letter == "A" else 0)
        assert pieces.count(f"{seat}P") == (7 if letter == "A" else 0)


def test_everyone_is_placed_alike_as_seen_from_the_own_edge():
    at = read_position(STARTS[4]).board

    # 2.2: the pawn at the far right is missing
    assert [at[INDEX[square]] for square in ("j2", "k10", "c11", "b3")] == [""] * 4
    # 2.3
    kings_and_queens = ("g1", "f1", "g12", "f12", "l7", "l6", "a7", "a6")
    assert [at[INDEX[square]] for square in kings_and_queens] == [
        "wK", "wQ", "bK", "bQ", "sK", "sQ", "gK", "gQ",
    ]  # fmt: skip


def test_play_goes_to_the_right_and_passes_over_who_is_out():
    # 2.4
    order = [state_side(state) for state in laps(start())]
    assert order == ["white", "silver", "black", "gold", "white"]
    without = act(start(), "silver", "resign")
    assert state_side(play(without, "d2d3")) == "black"


def laps(state):
    """Yield a state and those after each turn of its first lap."""
    yield state
    for turn in ("d2d3", "k4j4", "d11d10", "b8c8"):
        state = play(state, turn)
        yield state


def state_side(state):
    return shown(state)["side_to_play"]


@pytest.mark.parametrize(
    ("pieces", "side", "origin", "expected"),
    [
        ("wPe5 bNd6 bNf6", "w", "e5", {"e6", "e7", "d6", "f6"}),
        ("sPh6 wNg7 wNg5", "s", "h6", {"g6", "f6", "g7", "g5"}),
        ("bPe8 wNd7 wNf7", "b", "e8", {"e7", "e6", "d7", "f7"}),
        ("gPd6 wNe7 wNe5", "g", "d6", {"e6", "f6", "e7", "e5"}),
    ],
)
def test_a_pawn_goes_away_from_the_edge_of_its_owner(pieces, side, origin, expected):
    # 3.2, 3.3
    assert targets(board(pieces, side=side), origin) == expected


def test_the_pieces_of_who_is_out_are_stones():
    # 3.1, 6.3: they attack nothing and can be captured, the king cannot
    stones = board("wRf4 wRd8 bRh8", status="AAMA")

    assert {"h1", "h2"} <= targets(stones, "g1")
    assert {"f11", "f12"} & targets(stones, "f4") == {"f11"}
    assert "h8" in targets(stones, "d8")


def test_the_laws_know_no_teams():
    # 8.2
    assert "h8" in targets(board("wRd8 sNh8"), "d8")
    with pytest.raises(IllegalOptions):
        RULES.check_options({"teams": [["white", "black"], ["silver", "gold"]]})


def test_who_is_away_at_the_end_counts_as_gone_when_they_left():
    # 8.1, 8.4: gold leaves, then black and silver go out
    state = act(lap(start(may_leave=["gold"])), "gold", "leave")
    state = play(state, "e2e3", "k5j5", "e11e10")
    for side in ("black", "silver"):
        state = act(state, side, "resign")
    outcome = RULES.outcome(RULES.time_out(state).state)

    assert outcome.ranking == (("white",), ("silver",), ("black",), ("gold",))
    assert outcome.points == {"white": 3, "silver": 2, "black": 1, "gold": 0}


def test_the_words_of_an_end_are_those_of_the_law():
    # 8.5
    assert set(registry.presenter("family").reasons) == {
        "checkmate", "resignation", "timeout", "stalemate", "dead_position", "repetition",
        "quiet_turns", "agreement", "declared", "aborted",
    }  # fmt: skip


def test_nothing_changes_the_terms_once_a_game_has_begun():
    # 9.4
    state = start(may_leave=["gold"])
    agreed = state.options
    for side, name in (("gold", "leave"), ("gold", "stay"), ("white", "resign")):
        state = act(state, side, name)
        assert RULES.load(RULES.dump(state)).options == agreed
