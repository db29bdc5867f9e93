"""The laws of Future Chess that no worked example shows, one by one."""

from collections import Counter

import pytest

from games.rules import registry
from games.rules.contract import CLAIM, RESIGN
from games.rules.errors import IllegalTurn, NotToAct
from games.rules.future.position import STARTS
from games.rules.future.rule_set import FUTURE as RULES
from tests.rules.future.test_examples import actions, on_level, targets
from tests.rules.future.test_match import at, play

DRAWN = (("white", "black"),)
QUIET = "4k/5/5/5/p4|5/5/5/5/5|5/5/P4/5/R3K w {} 60"
TO_AND_FRO = ("2b12a2", "2b52a4", "2a22b1", "2a42b5")


def board(name="shield"):
    """Return the shade of each square and the letter of each piece at the start."""
    shades: dict[str, str] = {}
    letters: dict[str, tuple[str, str]] = {}
    for panel in registry.presenter("future").board_data(STARTS[name])["panels"]:
        shades |= {square["name"]: square["shade"] for square in panel["squares"]}
        for piece in panel["pieces"]:
            letters[piece["at"]] = (piece["owner"], piece["art"])
    return shades, letters


def ended(state):
    outcome = RULES.outcome(state)
    return outcome and (outcome.reason, outcome.ranking)


def test_three_boards_of_25_squares_whose_colours_change_from_level_to_level():
    shades, _ = board()

    # 1.1, 1.2
    assert set(shades) == {f"{level}{square}" for level in "123" for square in SQUARES}
    # 1.3
    assert (shades["1a1"], shades["2a1"], shades["3a1"]) == ("dark", "light", "dark")


SQUARES = [f"{file}{rank}" for file in "abcde" for rank in range(1, 6)]


@pytest.mark.parametrize("corner", ["a1", "a5", "e1", "e5"])
def test_a_king_changes_level_in_each_corner(corner):
    # 1.4, 9.2
    rows = [["."] * 5 for _ in range(5)]
    rows[5 - int(corner[1])]["abcde".index(corner[0])] = "K"
    level = "/".join("".join(row) for row in rows)
    for run in range(5, 0, -1):
        level = level.replace("." * run, str(run))
    text = f"5/5/2k2/5/5|5/5/5/2p2/5|{level} w 0 9"

    assert f"2{corner}" in targets(text, f"1{corner}")


def test_the_pieces_of_the_start():
    _, shield = board()
    _, queens = board("queens")

    # 2.1
    counts = Counter(shield.values())
    assert {art: counts["white", art] for art in "kqrbnp"} == {
        "k": 1, "q": 1, "r": 2, "b": 2, "n": 2, "p": 7,
    }  # fmt: skip
    assert all(counts["white", art] == counts["black", art] for art in "kqrbnp")
    # 2.2: Black stands opposite
    for square, (owner, art) in shield.items():
        level, file, rank = square
        assert shield[f"{4 - int(level)}{file}{6 - int(rank)}"] == (
            {"white": "black", "black": "white"}[owner],
            art,
        )
    assert [shield[at][1] for at in ("1c1", "1b1", "1d1", "1c2", "2b1", "2d1")] == list("kqbnbn")
    # 2.3
    assert (queens["2d1"][1], queens["1b1"][1]) == ("q", "n")
    assert (queens["2d5"][1], queens["3b5"][1]) == ("q", "n")


def test_white_begins_and_a_turn_is_one_move():
    start = RULES.start({})

    # 3.1
    with pytest.raises(NotToAct):
        RULES.play(start, "black", ["2b52a4"], roll=0)
    with pytest.raises(IllegalTurn):
        RULES.play(start, "white", ["2b12a2", "2a22b1"], roll=0)
    with pytest.raises(IllegalTurn):
        RULES.play(start, "white", [], roll=0)
    assert RULES.describe(play(start, "2b12a2"))["side_to_play"] == "black"


@pytest.mark.parametrize("piece", "QRBN")
def test_every_piece_changes_level_up_and_down(piece):
    # 3.4; the king does from a corner, the pawn by climbing alone
    text = f"4k/5/5/5/5|5/5/2{piece}2/5/5|5/5/P4/5/4K w 0 9"

    assert {target[0] for target in targets(text, "2c3")} == {"1", "2", "3"}


@pytest.mark.parametrize(
    ("text", "origin", "expected"),
    [
        pytest.param(
            "k4/1nnn1/5/5/5|5/1nnn1/2P2/5/5|5/5/5/5/4K w 0 9",
            "2c3",
            {"2b4", "2d4"},
            id="4.2: a pawn captures diagonally, on its level alone",
        ),
        pytest.param(
            "k4/5/5/5/5|5/5/1Pp2/5/5|5/5/5/5/4K b 0 9",
            "2c3",
            {"2c2"},
            id="4.6: no capture en passant",
        ),
        pytest.param(
            "4k/5/5/5/5|5/1ppp1/1pNp1/1ppp1/5|5/5/5/5/K4 w 0 9",
            "2c3",
            on_level(2, "a2 a4 b1 b5 d1 d5 e2 e4")
            | on_level(1, "b2 b4 d2 d4")
            | on_level(3, "b2 b4 d2 d4"),
            id="3.3, 6.1: a knight jumps over whatever stands there",
        ),
        pytest.param(
            "4k/5/5/5/5|5/5/5/5/5|5/5/5/5/R1K1R w 0 9",
            "1c1",
            {"1b1", "1b2", "1c2", "1d1", "1d2"},
            id="9.1, 9.4: one square in any direction, and no castling",
        ),
        pytest.param(
            "4k/5/5/5/5|5/5/5/5/5|2r2/5/5/2R2/2K2 w 0 9",
            "1c2",
            {"1c3", "1c4", "1c5"},
            id="10.2: a pinned piece stays on its line and its level",
        ),
    ],
)
def test_a_piece_goes_where_the_law_says(text, origin, expected):
    assert targets(text, origin) == expected


@pytest.mark.parametrize(
    ("piece", "level", "expected"),
    [
        # 3.2, 5.1, 7.1, 8.1: along the level up to the first enemy, on c5 and e5
        ("B", "2", "a1 b2 d4 e5 a5 b4 d2 e1"),
        ("R", "2", "c1 c2 c4 c5 a3 b3 d3 e3"),
        ("Q", "2", "c1 c2 c4 c5 a3 b3 d3 e3 a1 b2 d4 e5 a5 b4 d2 e1"),
        # 6.2, 7.2, 8.3: the enemies on the next level that can be captured
        ("N", "3", "b2 b4 d2 d4"),
    ],
)
def test_lines_end_at_the_first_enemy(piece, level, expected):
    text = f"5/1n1n1/4k/1n1n1/5|2p1p/5/2{piece}2/5/5|5/5/P4/5/K4 w 0 9"

    found = {target for target in targets(text, "2c3") if target[0] == level}
    assert found == on_level(int(level), expected)


def test_what_stands_straight_above_is_captured_by_rook_and_queen_alone():
    # 7.2, 8.3
    for piece, takes in (("R", True), ("Q", True), ("B", False), ("N", False)):
        text = f"5/5/2n1k/5/5|5/5/2{piece}2/5/5|5/5/P4/5/K4 w 0 9"
        assert ("3c3" in targets(text, "2c3")) is takes, piece


def test_mate_and_stalemate_end_the_game():
    # 10.4
    mated = play(at("k4/5/1Q3/5/2R2|5/K4/5/5/5|5/5/5/5/5 w 0 30"), "3c13c5")
    assert ended(mated) == ("checkmate", (("white",), ("black",)))
    # 11.1
    stale = play(at("k4/5/5/5/5|2Q2/1K3/5/5/5|5/5/5/5/5 w 0 30"), "2c53c4")
    assert ended(stale) == ("stalemate", DRAWN)


def test_a_position_that_came_back_can_be_claimed_and_ends_the_game_at_the_fifth_time():
    # 11.3
    state = play(RULES.start({}), *TO_AND_FRO)
    assert RULES.describe(state)["may_claim"] is None
    state = play(state, *TO_AND_FRO)
    for side in ("white", "black"):
        assert ended(RULES.act(state, side, CLAIM).state) == ("repetition", DRAWN)
    assert ended(play(state, *TO_AND_FRO)) is None
    assert ended(play(state, *TO_AND_FRO, *TO_AND_FRO)) == ("repetition", DRAWN)


def test_quiet_moves_can_be_claimed_and_end_the_game():
    # 11.4
    assert RULES.describe(at(QUIET.format(99)))["may_claim"] is None
    assert RULES.describe(play(at(QUIET.format(99)), "1e11d1"))["may_claim"] == "quiet_moves"
    assert ended(play(at(QUIET.format(149)), "1e11d1")) == ("quiet_moves", DRAWN)
    assert RULES.describe(play(at(QUIET.format(99)), "1a31a4"))["position"].endswith(" b 0 60")


def test_resigning_and_agreeing_and_what_they_count():
    resigned = RULES.act(RULES.start({}), "white", RESIGN).state
    agreed = RULES.agree_draw(RULES.start({})).state

    # 11.5, 11.6
    assert ended(resigned) == ("resignation", (("black",), ("white",)))
    assert RULES.outcome(resigned).points == {"black": 1, "white": 0}
    assert ended(agreed) == ("agreement", DRAWN)
    assert RULES.outcome(agreed).points == {"white": 0.5, "black": 0.5}


def test_a_missed_deadline():
    # 11.7
    first = RULES.time_out(RULES.start({})).state
    later = RULES.time_out(play(RULES.start({}), "2b12a2", "2b52a4")).state

    assert ended(first) == ("aborted", ())
    assert ended(later) == ("timeout", (("black",), ("white",)))


def test_the_words_of_an_end_are_those_of_the_law():
    # 11.8, and those by which a competition ends a game
    assert set(registry.presenter("future").reasons) - {"adjudicated", "called_off"} == {
        "checkmate", "stalemate", "dead_position", "repetition", "quiet_moves",
        "resignation", "agreement", "timeout", "aborted",
    }  # fmt: skip


def test_every_action_of_the_start_names_two_squares():
    assert {len(action) for action in actions(STARTS["shield"])} == {6}  # 13.2
