"""The worked examples and counted trees of standard chess (4.2)."""

import pytest

from games.rules.errors import IllegalPosition, NotationError
from games.rules.perft import perft
from games.rules.standard.notation import read_action, write_action, write_san
from games.rules.standard.position import START
from games.rules.standard.rule_set import TREE
from tests.rules.seeds import levels

TREES = {
    "start": (START, [20, 400, 8_902]),
    "castling and pins": (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        [48, 2_039, 97_862],
    ),
    "en passant": ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", [14, 191, 2_812, 43_238]),
    "promotion": (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        [6, 264, 9_467],
    ),
}


def actions(text, origin=""):
    return {action for action, _ in TREE.edges(TREE.read(text)) if action.startswith(origin)}


@pytest.mark.parametrize(("text", "counts"), TREES.values(), ids=TREES)
def test_the_tree_counts_as_the_law_says(text, counts):
    position = TREE.read(text)

    assert TREE.write(position) == text
    for depth, count in enumerate(levels(counts), start=1):
        assert perft(TREE, position, depth) == count


def test_k1_a_pawn_that_passed_may_be_taken_immediately():
    # 1.5
    text = "rnbqkbnr/pppppp1p/8/5Pp1/8/8/PPPPP1PP/RNBQKBNR w KQkq g6 0 3"

    assert actions(text, "f5") == {"f5f6", "f5g6"}


def test_k2_one_move_later_it_may_not():
    text = "rnbqkbnr/1ppppp1p/8/p4Pp1/8/P7/1PPPP1PP/RNBQKBNR w KQkq - 0 4"

    assert actions(text, "f5") == {"f5f6"}


def test_k3_a_pawn_becomes_any_of_four_pieces():
    # 1.6
    position = TREE.read("8/2P5/8/8/8/1k6/8/4K3 w - - 0 1")
    promotions = [read_action(f"c7c8{piece}") for piece in "qrbn"]

    assert [write_san(position, move) for move in promotions] == ["c8=Q", "c8=R", "c8=B", "c8=N"]


@pytest.mark.parametrize(
    ("text", "castlings"),
    [
        pytest.param("r3k2r/8/8/8/8/5r2/8/R3K2R w KQkq - 0 1", {"e1c1"}, id="K4: f1 attacked"),
        pytest.param("r3k2r/8/8/4r3/8/8/8/R3K2R w KQkq - 0 1", set(), id="K5: in check"),
        pytest.param("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", {"e1c1"}, id="K6: b1 attacked"),
        pytest.param("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", set(), id="1.7: the right is gone"),
        pytest.param("4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", set(), id="1.7: not empty between"),
    ],
)
def test_castling(text, castlings):
    assert actions(text, "e1") & {"e1c1", "e1g1"} == castlings


def test_k5_in_check_the_king_steps_aside():
    text = "r3k2r/8/8/4r3/8/8/8/R3K2R w KQkq - 0 1"

    assert actions(text) == {"e1d1", "e1d2", "e1f1", "e1f2"}


@pytest.mark.parametrize(
    ("text", "end"),
    [
        pytest.param(
            "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
            "checkmate black",
            id="K7",
        ),
        pytest.param("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate", id="K8"),
        pytest.param("8/8/8/4k3/8/3BK3/8/8 w - - 0 1", "dead", id="K11"),
        pytest.param("8/8/8/4k3/8/4K3/8/8 w - - 0 1", "dead", id="2.2: kings alone"),
        pytest.param("8/8/b7/4k3/8/3BK3/8/8 w - - 0 1", "dead", id="2.2: bishops of one colour"),
        pytest.param("8/8/1b6/4k3/8/3BK3/8/8 w - - 0 1", None, id="2.2: bishops of two colours"),
        pytest.param("k7/8/8/8/8/3NKN2/8/8 w - - 0 1", None, id="2.2: two knights"),
    ],
)
def test_the_ends_of_a_game(text, end):
    assert TREE.end_of(TREE.read(text)) == end
    assert end is None or TREE.edges(TREE.read(text)) == []


def test_k9_from_a_double_check_only_the_king_moves():
    # 1.8
    assert actions("3rk3/8/8/8/1b6/5n2/8/4K2R w K - 0 1") == {"e1e2", "e1f1", "e1f2"}


def test_k10_the_passed_square_is_named_only_if_a_capture_is_legal():
    before = TREE.read("4k3/2p5/8/KP5r/8/8/8/8 b - - 0 1")
    after = dict(TREE.edges(before))["c7c5"]

    assert TREE.write(after).split(" ")[3] == "-"
    assert "b5c6" not in {action for action, _ in TREE.edges(after)}


@pytest.mark.parametrize(
    ("text", "action", "san"),
    [
        (START, "g1f3", "Nf3"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "O-O"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "O-O-O"),
        ("rnbqkbnr/pppppp1p/8/5Pp1/8/8/PPPPP1PP/RNBQKBNR w KQkq g6 0 3", "f5g6", "fxg6"),
        ("4k3/8/5n2/8/8/1N6/8/1N2K3 w - - 0 1", "b1d2", "N1d2"),
        ("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "b1d2", "Nbd2"),
        ("1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1"),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", "Ra8#"),
        ("6k1/6pp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", "Ra8+"),
        ("3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8n", "exd8=N"),
    ],
)
def test_moves_in_standard_algebraic_notation(text, action, san):
    # 3.2
    assert write_san(TREE.read(text), read_action(action)) == san


def test_every_action_reads_back():
    # 3.1
    for action in actions(TREES["promotion"][0]):
        assert write_action(read_action(action)) == action


@pytest.mark.parametrize("text", ["", "e2", "e2e4k", "e9e4", "E2e4", "O-O", "e2e4 "])
def test_what_is_no_action_is_refused(text):
    with pytest.raises(NotationError):
        read_action(text)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("8/8/8/8/8/8/8/8 w - - 0 1", IllegalPosition),
        ("kk6/8/8/8/8/8/8/K7 w - - 0 1", IllegalPosition),
        ("k7/8/8/8/8/8/8/K6P w - - 0 1", IllegalPosition),
        ("k7/8/8/8/8/8/8/K6R w K - 0 1", IllegalPosition),
        ("k6R/8/8/8/8/8/8/K7 w - - 0 1", IllegalPosition),
        ("k7/8/8/8/8/8/8/K7 w - e6 0 1", IllegalPosition),
        ("4k3/8/8/KPp4r/8/8/8/8 w - c6 0 1", IllegalPosition),
        ("k7/8/8/8/8/8/8/K7 w - e5 0 1", NotationError),
        ("k61/8/8/8/8/8/8/K7 w - - 0 1", NotationError),
        ("k7/8/8/8/8/8/8/K7 w  - 0 1", NotationError),
        ("k7/8/8/8/8/8/8/K7 w - - 00 1", NotationError),
        ("k7/8/8/8/8/8/K7 w - - 0 1", NotationError),
    ],
)
def test_what_cannot_be_is_refused(text, error):
    # 4.1
    with pytest.raises(error):
        TREE.read(text)
