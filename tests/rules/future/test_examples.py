"""The worked examples of Future Chess (14), the tip (12) and the counted trees (13.4)."""

import pytest

from games.rules.errors import IllegalPosition, NotationError
from games.rules.future.notation import read_action, write_action, write_notation
from games.rules.future.position import STARTS
from games.rules.future.rule_set import TREE
from games.rules.perft import perft
from tests.rules.seeds import levels

START = TREE.read(STARTS["shield"])


def actions(text, origin=""):
    edges = TREE.edges(TREE.read(text))
    return {action for action, _ in edges if action.startswith(origin)}


def targets(text, origin):
    return {action[3:] for action in actions(text, origin)}


def on_level(level, names):
    return {f"{level}{name}" for name in names.split()}


def ends(text):
    return {action: end for action, end in TREE.edges(TREE.read(text)) if isinstance(end, str)}


TREES = {
    "shield": (STARTS["shield"], [61, 3_680]),
    "queens": (STARTS["queens"], [82, 6_576]),
    "climbing and promoting": (
        "1k3/4S/5/5/5|5/S2P1/2n2/p1s2/1P3|4s/P4/5/5/2K2 w 0 30",
        [16, 417, 9_051],
    ),
    "checks from above and below": (
        "2k2/1r3/5/2q2/5|5/2N2/1B1n1/5/2R2|5/5/1b3/4Q/2K2 w 4 25",
        [96, 7_475],
    ),
    "middle game": (
        "2k1r/1p1pp/p3n/5/5|4p/2Bp1/N1r2/5/2PRP|5/5/P2PP/1P1K1/5 w 9 24",
        [47, 1_581, 68_009],
    ),
    "rooks and bishops": (
        "1k3/p2R1/1p1p1/5/5|5/5/5/r4/1b2P|5/4P/B4/1PKP1/5 w 3 32",
        [35, 1_726, 70_171],
    ),
}


@pytest.mark.parametrize(("text", "counts"), TREES.values(), ids=TREES)
def test_the_tree_counts_as_the_law_says(text, counts):
    position = TREE.read(text)

    assert TREE.write(position) == text
    for depth, count in enumerate(levels(counts), start=1):
        assert perft(TREE, position, depth) == count


def test_the_pieces_of_the_start_have_the_moves_of_the_law():
    # 4.1, 8.2, 8.4
    start = STARTS["shield"]
    counts = {name: len(actions(start, name)) for name in ("2b1", "1b1", "1d1", "1c2", "2d1")}

    assert counts == {"2b1": 20, "1b1": 16, "1d1": 7, "1c2": 6, "2d1": 5}
    for pawn in ("1a2", "1b2", "1d2", "1e2", "2a1", "2c1", "2e1"):
        assert len(actions(start, pawn)) == 1
    for shut_in in ("1a1", "1e1", "1c1"):
        assert not actions(start, shut_in)
    assert {name for name in targets(start, "1b1") if name[0] == "3"} == {"3b1"}


def test_one_first_move_allows_mate_in_one_by_exactly_one_move():
    mated = {
        action: mates
        for action, after in TREE.edges(START)
        if not isinstance(after, str) and (mates := ends(TREE.write(after)))
    }

    assert mated == {"2c12c2": {"3b52c1": "checkmate black"}}


def test_with_the_knight_gone_the_king_has_one_way_out():
    text = "r1kbr/1pnpp/p4/5/5|pbpnp/5/5/2P2/PBqNP|5/3N1/5/PP1PP/RQKBR w 1 3"

    assert actions(text) == {"1c11c2"}


def test_a_threat_from_the_second_level_is_parried_by_33_of_60():
    text = "rqkbr/ppnpp/5/5/5|pbpnp/5/5/2Q2/PBPNP|5/5/5/PPNPP/R1KBR b 1 1"
    edges = TREE.edges(TREE.read(text))
    parried = [
        after for _, after in edges if "checkmate white" not in dict(TREE.edges(after)).values()
    ]

    assert (len(edges), len(parried)) == (60, 33)


@pytest.mark.parametrize(
    ("text", "origin", "expected"),
    [
        pytest.param(
            "2k2/5/5/5/5|5/5/5/5/5|P4/5/5/5/2K2 w 0 1",
            "1a5",
            {"2a1"},
            id="4.3: a pawn at the end of its first level climbs",
        ),
        pytest.param(
            "2k2/5/5/5/5|5/5/5/5/n4|P4/5/5/5/2K2 w 0 1",
            "1a5",
            set(),
            id="4.3: any piece blocks the climb",
        ),
        pytest.param(
            "2k2/5/5/5/5|4n/1P1S1/5/5/5|5/5/5/5/2K2 w 0 1",
            "2b4",
            {"2b5"},
            id="4.4: a pawn of the first level reaches the end",
        ),
        pytest.param(
            "2k2/5/5/5/5|4n/1P1S1/5/5/5|5/5/5/5/2K2 w 0 1",
            "2d4",
            {square + piece for square in ("2d5", "2e5") for piece in "qrbn"},
            id="4.5: a pawn of the second level is replaced",
        ),
        pytest.param(
            "2k2/5/5/5/5|1P2n/3S1/5/5/5|5/5/5/5/2K2 w 0 1",
            "2b5",
            {"3b1"},
            id="4.4: from level 2 to level 3",
        ),
        pytest.param(
            "5/4k/5/5/5|5/5/5/5/5|5/5/2P2/5/B1K2 w 0 1",
            "1a1",
            {"1b2"} | on_level(2, "a2 a4 b1 b3 b5 c2 c4 d1 d3 d5 e2 e4"),
            id="5.2: a bishop moves to empty squares of its colour",
        ),
        pytest.param(
            "4k/5/5/5/5|5/5/2N2/5/5|5/5/P4/5/K4 w 0 1",
            "2c3",
            on_level(2, "a2 a4 b1 b5 d1 d5 e2 e4")
            | on_level(1, "b2 b4 d2 d4")
            | on_level(3, "b2 b4 d2 d4"),
            id="6: a knight in the middle has sixteen",
        ),
        pytest.param(
            "5/4k/5/5/5|5/5/5/5/np3|4K/5/P4/5/R2n1 w 0 1",
            "1a1",
            {"1a2", "1b1", "1c1", "1d1", "2a1", "2a2", "2c1", "2d1"},
            id="7.3: a rook slides, and moves along its path to the next level",
        ),
        pytest.param(
            "5/5/4k/p4/5|5/5/5/5/r4|4K/5/5/PP3/QP3 w 0 1",
            "1a1",
            {f"2{file}{rank}" for file in "abcde" for rank in "12345"} | {"3a1"},
            id="8: a queen shut in has 26",
        ),
        pytest.param(
            "4k/5/5/5/5|5/5/5/5/5|5/4P/5/5/K4 w 0 1",
            "1a1",
            {"1a2", "1b1", "1b2", "2a1"},
            id="9.2: a king changes level from a corner",
        ),
        pytest.param(
            "4k/5/5/5/5|5/5/5/5/5|5/4P/5/5/2K2 w 0 1",
            "1c1",
            {"1b1", "1b2", "1c2", "1d1", "1d2"},
            id="9.2: only from a corner",
        ),
        pytest.param(
            "5/5/5/5/5|5/5/5/k3P/5|5/5/5/5/K4 w 0 1",
            "1a1",
            {"1a2", "1b1", "1b2"},
            id="9.3: not beside the enemy king on his level",
        ),
    ],
)
def test_a_piece_goes_where_the_law_says(text, origin, expected):
    assert targets(text, origin) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "4k/5/5/5/5|5/5/4B/5/2r2|5/5/5/5/1PK2 w 0 1",
            {"2e32c1", "1c11b2", "1c11c2", "1c11d1", "1c11d2"},
            id="10.3: no block against a rook straight above",
        ),
        pytest.param(
            "4k/5/5/5/5|3N1/5/5/5/B4|2r2/5/5/5/2K2 w 0 1",
            {"2a11c2", "2a11c4", "2d51c4", "1c11b1", "1c11b2", "1c11d1", "1c11d2"},
            id="10.3: level moves may block",
        ),
    ],
)
def test_the_ways_out_of_check(text, expected):
    assert actions(text) == expected


def test_nothing_is_pinned_from_two_levels_away():
    # 10.1
    assert len(actions("4k/5/5/5/2r2|5/5/5/5/2Q2|5/5/5/5/2K2 w 0 1")) == 65


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("k1R2/5/1Q3/5/5|5/K4/5/5/5|5/5/5/5/5 b 0 1", "checkmate white"),
        ("k4/2Q2/5/5/5|5/1K3/5/5/5|5/5/5/5/5 b 0 1", "stalemate"),
        ("k4/5/5/5/5|5/5/5/5/5|5/5/5/5/2K1B w 0 1", "dead"),
    ],
)
def test_the_ends_of_a_game(text, end):
    # 11.2
    assert TREE.end_of(TREE.read(text)) == end
    assert TREE.edges(TREE.read(text)) == []


def test_moves_are_written_as_the_law_says():
    position = TREE.read("rqkbr/ppnpp/5/5/5|pbpnp/5/5/2P2/PB1NP|5/5/5/PPNPP/RQKBR b 0 1")
    promoting = TREE.read("2k2/5/5/5/5|4n/1P1S1/5/5/5|5/5/5/5/2K2 w 0 1")

    assert write_notation(position, read_action("3b52c1")) == "Q3b5-2c1#"
    assert write_notation(promoting, read_action("2d42e5n")) == "2d4x2e5=N"


def test_every_action_reads_back():
    for action in actions(STARTS["queens"]):
        assert write_action(read_action(action)) == action


@pytest.mark.parametrize("text", ["", "3b5", "3b52c1k", "4a11a1", "1f11a1", "1a11a1 ", "1A11a1"])
def test_what_is_no_action_is_refused(text):
    with pytest.raises(NotationError):
        read_action(text)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("rqkbr/ppnpp/5/5/5|pbpnp/5/5/5/PBPNP w 0 1", NotationError),
        ("5/5/5/5/5|5/5/5/5/5|5/5/5/5/5 w 0 1", IllegalPosition),
        ("kk3/5/5/5/5|5/5/5/5/5|5/5/5/5/K4 w 0 1", IllegalPosition),
        ("k4/5/5/5/P4|5/5/5/5/5|5/5/5/5/K4 w 0 1", IllegalPosition),
        ("k4/5/5/5/5|5/5/5/5/5|5/5/5/S4/K4 w 0 1", IllegalPosition),
        ("k3S/5/5/5/5|5/5/5/5/5|5/5/5/5/K4 w 0 1", IllegalPosition),
        ("k3R/5/5/5/5|5/5/5/5/5|5/5/5/5/K4 w 0 1", IllegalPosition),
        ("k31/5/5/5/5|5/5/5/5/5|5/5/5/5/K4 w 0 1", NotationError),
        ("k4/5/5/5/5|5/5/5/5/5|5/5/5/5/K4 w 01 1", NotationError),
        ("k4/5/5/5/5|5/5/5/5/5|5/5/5/5/K4 w 0 0", NotationError),
    ],
)
def test_what_cannot_be_is_refused(text, error):
    # 13.1
    with pytest.raises(error):
        TREE.read(text)
