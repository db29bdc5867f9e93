"""The worked examples of Fun Family Chess (11) and the counted trees (10.5)."""

import pytest

from games.rules.errors import IllegalPosition, NotationError
from games.rules.family.notation import (
    STARTS,
    read_check,
    read_move,
    read_position,
    write_move,
    write_notation,
    write_position,
)
from games.rules.family.position import Position
from games.rules.family.squares import INDEX
from games.rules.family.tree import FamilyTree
from games.rules.family.turn import go_on, kings_to_check, play
from games.rules.perft import perft
from tests.rules.seeds import levels

TREE = FamilyTree()


def board(pieces, kings="g1 l7 f12 a7", side="w", status="AAAA", castling=None, checks=None):
    """Return a position of pieces such as ``wRh3``, with kings where the examples have them."""
    places = [""] * 144
    for seat, square in zip("wsbg", kings.split(), strict=True):
        places[INDEX[square]] = seat + "K"
    for piece in pieces.split():
        places[INDEX[piece[2:]]] = piece[:2]
    rights = castling or ("", "", "", "")
    return Position(tuple(places), side, status, rights, {}, checks or {}, 0, 1)


def actions(position, origin=""):
    return {turn.split()[0] for turn, _ in TREE.edges(position) if turn.startswith(origin)}


def targets(position, origin):
    return {action[len(origin) :] for action in actions(position, origin)}


def after(position, *turns):
    for turn in turns:
        move, _, said = turn.partition(" ")
        found = play(position, read_move(move), read_check(said) if said else "")
        assert turn in dict(TREE.edges(position))
        position = found.position
    return position


def passed(position):
    return write_position(position).split(" ")[4]


TREES = {
    "four players": (STARTS[4], [28, 773, 21_172]),
    "three players": (STARTS[3], [28, 800]),
    "two players": (STARTS[2], [28, 777]),
    "pawns that pass": (
        "3,bK,4/8/12/3,sP,3,gP,4/6,bP,wP,4/gK,3,gP,7/3,bP,3,sP,3,sK/2,wP,9/3,gP,wP,sP,2,bP,3/12/8/"
        "4,wK,3 w AAAA - - - 0 1",
        [10, 174, 2_324],
    ),
    "said checks": (
        "6,bK,1/8/bR,11/12/1,wR,bN,5,sB,3/wQ,11/11,sK/gK,2,gP,8/4,gQ,5,sP,1/9,sR,2/8/3,wK,4 "
        "s AAAA - - w>g 0 1",
        [45, 1_191],
    ),
    "one away, one mated": (
        "3,bK,4/3,bP,4/2,gR,9/3,bQ,8/9,sR,2/gK,10,sK/7,sN,4/1,gP,6,wP,1,sP,1/5,wN,6/9,wR,2/8/"
        "4,wK,3 w ALAM - - - 0 1",
        [33, 1_390],
    ),
    "castling, one about to leave": (
        "bR,3,bK,2,bR/2,bP,5/gR,10,sR/12/12/gK,10,sK/1,gP,8,sP,1/12/12/gR,10,sR/3,wP,1,wP,2/"
        "wR,3,wK,2,wR w AAAa wKQ,sKQ,bKQ,gKQ - - 0 1",
        [44, 1_628],
    ),
}


@pytest.mark.parametrize(("text", "counts"), TREES.values(), ids=TREES)
def test_the_tree_counts_as_the_law_says(text, counts):
    position = TREE.read(text)

    assert TREE.write(position) == text
    for depth, count in enumerate(levels(counts), start=1):
        assert perft(TREE, position, depth) == count


def test_a1_the_missing_pawn_opens_a_file_for_the_rook():
    start = TREE.read(STARTS[4])

    assert len(actions(start)) == 28
    assert targets(start, "d1") == {"c3", "e3"}
    assert targets(start, "i1") == {"h3", "j3"}
    assert targets(start, "j1") == {f"j{rank}" for rank in range(2, 12)}


def test_a2_a_pawn_may_always_go_two_squares():
    assert targets(board("wPe4"), "e4") == {"e5", "e6"}


def test_a3_each_opponent_may_capture_a_pawn_that_passed_in_its_first_turn():
    # 3.4
    position = after(board("wPe4 sPf4 bPd6 gPd4"), "e4e6")
    assert passed(position) == "e5:e6"
    assert targets(position, "f4") == {"e5", "e4"}

    position = after(position, "l7l8")
    assert targets(position, "d6") == {"e5", "d5"}

    position = after(position, "f12f11")
    assert targets(position, "d4") == {"e5", "e4"}

    assert passed(after(position, "a7a8")) == "-"


@pytest.mark.parametrize(
    ("pieces", "side", "origin", "expected"),
    [
        ("wPe8", "w", "e8", {"e9"} | {f"e10{piece}" for piece in "qrbn"}),
        ("wPe9", "w", "e9", {f"e10{piece}" for piece in "qrbn"}),
        ("wPb9", "w", "b9", {f"b10{piece}" for piece in "qrbn"}),
        ("gPi5", "g", "i5", {f"j5{piece}" for piece in "qrbn"}),
        ("sPe5", "s", "e5", {"d5"} | {f"c5{piece}" for piece in "qrbn"}),
    ],
)
def test_a4_a_pawn_is_replaced_on_its_own_tenth_rank(pieces, side, origin, expected):
    # 3.5
    assert targets(board(pieces, side=side), origin) == expected


def test_a5_a_check_that_is_said_must_be_answered():
    # 4.2, 5.1, 5.3
    start = board("wRh3 sNk5 wPb7")
    said, unsaid = after(start, "h3h7 +s"), after(start, "h3h7")

    assert kings_to_check(start, read_move("h3h7")) == "s"
    assert actions(said) == {"l7k6", "l7k8", "l7l6", "l7l8", "k5j7"}
    assert actions(unsaid) == actions(said) | {"k5i4", "k5i6", "k5j3", "k5l3"}


A6 = "6,bK,1/8/12/12/1,wR,bN,9/7,wQ,4/11,sK/gK,2,gP,8/4,gQ,7/9,sR,2/8/3,wK,4 w AAAA - - - 0 1"


def test_a6_mate_is_judged_when_the_turn_comes():
    # 5.2, 5.5, 6.1
    mated = after(TREE.read(A6), "h7a7 +g", "l6l5", "i12i11")
    saved = after(TREE.read(A6), "h7a7 +g", "l6l5", "c8a7")

    assert (mated.status, mated.side) == ("AAAM", "w")
    assert saved.side == "g"
    assert saved.checks == {}
    assert len(actions(saved)) == 37


def test_a7_no_second_player_attacks_a_king_in_a_check_that_stands():
    # 5.4
    position = after(
        TREE.read(
            "6,bK,1/8/bR,11/12/1,wR,6,sB,3/7,wQ,4/11,sK/gK,11/4,gQ,7/9,sR,2/8/3,wK,4 "
            "w AAAA - - - 0 1"
        ),
        "h7a7 +g",
    )

    assert not {"j3j5", "j3a3"} & actions(position)
    assert "i8e4" in actions(position)


def test_a_player_without_another_move_may_attack_a_king_in_check_but_not_say_check():
    # 5.4
    position = board("wRl3 wRk3 wRc8 wPe7 sPg7", kings="g1 l7 f12 e8", side="s", checks={"g": "w"})

    assert actions(position) == {"g7f7"}
    assert kings_to_check(position, read_move("g7f7")) == ""


def test_a8_only_pawns_take_the_pieces_of_who_is_away():
    # 7.4
    position = board("wRj3 wPi5 sRj8 sNh6", status="ALAA")

    assert {"j7", "j8"} & targets(position, "j3") == {"j7"}
    assert "i5h6" in actions(position)


def test_a9_who_is_away_attacks_nothing():
    # 4.1
    assert targets(board("sRh8"), "g1") == {"f1", "f2", "g2"}
    assert targets(board("sRh8", status="ALAA"), "g1") == {"f1", "f2", "g2", "h1", "h2"}


def test_a10_castling_crosses_no_attacked_square():
    # 3.6
    rights = ("KQ", "", "", "")

    assert {"e1", "i1"} & targets(board("wRc1 wRj1 bRi12", castling=rights), "g1") == {"e1"}
    assert not {"e1", "i1"} & targets(board("wRc1 wRj1 bRi12 bRg12", castling=rights), "g1")


def test_a11_no_move_lets_a_piece_attack_the_own_king_again():
    # 4.3
    position = board("wRg4 bRg9", kings="g1 l7 d12 a7")

    assert {target[0] for target in targets(position, "g4")} == {"g"}


def test_a12_an_attack_without_a_word_may_be_left_standing():
    # 4.5
    kings = "g1 l7 d12 a7"
    unsaid = board("wRe4 bRg9", kings=kings)
    said = board("wRe4 bRg9", kings=kings, checks={"w": "b"})

    free = len(targets(board("wRe4", kings=kings), "e4"))
    assert len(targets(unsaid, "e4")) == free
    assert targets(unsaid, "g1") == {"f1", "f2", "h1", "h2"}
    assert actions(said) == {"g1f1", "g1f2", "g1h1", "g1h2", "e4g4"}


def test_a13_who_cannot_move_and_is_in_no_check_is_passed_over():
    # 6.4
    four = board("wQj9", kings="g1 l10 e12 a5")
    two = board("wQj9", kings="g1 l10 e12 a5", status="AARR")

    assert after(four, "j9k8").side == "b"
    assert dict(TREE.edges(two))["j9k8"] == "draw white silver"


A14 = "3,bK,4/8/12/12/10,wR,1/gK,6,wQ,4/12/11,sK/12/12/8/4,wK,3 w {} - - - 0 1"


def test_a14_the_last_one_in_the_game_wins_and_a_stalemate_is_a_draw():
    edges = dict(TREE.edges(TREE.read(A14.format("AAMR"))))

    assert edges["h7l7 +s"] == "win white"
    assert edges["h7l7"] == "draw white silver"


def test_a15_the_game_waits_for_those_who_are_away():
    waiting = dict(TREE.edges(TREE.read(A14.format("AALR"))))["h7l7 +s"]

    assert (waiting.status, waiting.side, waiting.lap) == ("AMLR", "w", 2)
    assert TREE.edges(waiting) == []


def test_a16_leaving_and_returning_take_effect_when_the_turn_comes():
    # 7.2, 10.4
    edges = dict(TREE.edges(TREE.read(A14.format("AalR"))))

    assert (edges["h7h8"].status, edges["h7h8"].side) == ("ALAR", "b")
    assert edges["h7l7 +s"].status == "AMAR"


def test_a17_the_king_of_who_is_away_is_kept_clear_of():
    # 4.4
    kings = "g1 l7 h3 a7"

    assert targets(board("wRd1", kings=kings, status="AALA"), "g1") == {"f1", "f2", "h1"}
    assert targets(board("wRd1", kings=kings, status="AAMA"), "g1") == {
        "f1",
        "f2",
        "h1",
        "g2",
        "h2",
    }


def test_no_one_leaves_as_the_last_one_present():
    position = go_on(board("wRd1", status="LaLL"), "w").position

    assert position.status == "LALL"


def test_moves_are_written_as_the_law_says():
    # 10.3
    passing = after(board("wPe4 sPf4 bPd6 gPd4"), "e4e6")
    castling = board("wRc1 wRj1", castling=("KQ", "", "", ""))

    assert write_notation(passing, read_move("f4e5"), "") == "f4xe5 e.p."
    assert write_notation(castling, read_move("g1i1"), "") == "O-O"
    assert write_notation(castling, read_move("g1e1"), "") == "O-O-O"
    assert write_notation(board("wPe9"), read_move("e9e10q"), "") == "e9-e10=Q"
    assert write_notation(board("wRh3"), read_move("h3h7"), "s") == "Rh3-h7+s"


@pytest.mark.parametrize("text", ["", "c5", "c5c6k", "a1a2", "m5m6", "c05c6", "c5c6 "])
def test_what_is_no_move_is_refused(text):
    # 10.2
    with pytest.raises(NotationError):
        read_move(text)


def test_every_move_reads_back():
    for action in actions(TREE.read(STARTS[4])):
        assert write_move(read_move(action)) == action


@pytest.mark.parametrize("text", ["", "+", "s", "+gs", "+x", "+ss"])
def test_what_says_no_check_is_refused(text):
    with pytest.raises(NotationError):
        read_check(text)


CANNOT = "3,bK,4/8/12/12/12/gK,10,sK/12/12/12/12/8/4,wK,3 w AAAA - - - 0 1"


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ("4,wK,3", "8", IllegalPosition),
        ("4,wK,3", "4,wK,2,wK", IllegalPosition),
        ("4,wK,3", "3,wP,wK,3", IllegalPosition),
        ("AAAA", "AAA-", IllegalPosition),
        ("AAAA", "LAAA", IllegalPosition),
        ("AAAA -", "AAAA wK", IllegalPosition),
        ("AAAA - -", "AAAA - e5:e6", IllegalPosition),
        ("AAAA - - -", "AAAA - - s>w", IllegalPosition),
        ("w AAAA", "x AAAA", NotationError),
        ("AAAA", "AAXA", NotationError),
        ("0 1", "0 0", NotationError),
        ("0 1", "00 1", NotationError),
        ("12/12", "11/12", NotationError),
        ("12/12", "6,6/12", NotationError),
        (" 0 1", " 0", NotationError),
    ],
)
def test_what_cannot_be_is_refused(old, new, error):
    # 10.1
    assert read_position(CANNOT)

    with pytest.raises(error):
        read_position(CANNOT.replace(old, new, 1))
