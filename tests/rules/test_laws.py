"""One law, at least one test that would fail without it; boards drawn as text."""

import pytest

from games.rules.chess_eleven.actions import BY_TEXT
from games.rules.chess_eleven.notation import read_position, write_action
from games.rules.chess_eleven.shot import decide
from games.rules.errors import IllegalPosition, NotationError
from tests.rules.boards import (
    RULES,
    START,
    TREE,
    edges,
    moves_of,
    passes,
    playing,
    position,
    shots,
)

KINGS = """
...k....
........
........
........
........
........
........
...K....
"""


def kings_and(rest: str, **pieces: str) -> str:
    """Return a position with both kings at home and some pieces more, by square."""
    board = [list(rank) for rank in KINGS.split()]
    for square, piece in pieces.items():
        board[8 - int(square[1])]["abcdefgh".index(square[0])] = piece
    return position("\n".join("".join(rank) for rank in board), rest)


class TestMoves:
    def test_a_pawn_steps_once_and_twice_until_it_has_moved(self):
        fresh = kings_and("w h3 open a3 0", a3="P", h3="R")
        moved = kings_and("w h3 open - 0", a3="P", h3="R")

        assert moves_of(fresh, "a3") == {"a4", "a5"}  # 4.2: from whatever rank
        assert moves_of(moved, "a3") == {"a4"}

    def test_a_pawn_does_not_jump(self):
        text = kings_and("w h3 open a2 0", a2="P", a3="n", h3="R")

        assert moves_of(text, "a2") == set()

    def test_a_pawn_captures_diagonally_forward_only(self):
        text = kings_and("w h3 open - 0", b4="P", b5="n", a5="r", c5="b", h3="R")

        assert moves_of(text, "b4") == {"a5", "c5"}

    def test_a_pawn_on_the_last_rank_cannot_move_but_can_receive_and_pass(self):
        text = kings_and("w a1 open - 0", a1="R", a8="P")  # 4.3

        assert moves_of(text, "a8") == set()
        assert "a8" in passes(text)
        holding = kings_and("w a8 open - 0", a1="R", a8="P")
        assert passes(holding) == {"a1"}

    def test_there_is_no_promotion(self):
        text = kings_and("w a7 open - 0", a7="P")

        assert edges(text)["a7a8"].startswith("P2k4/")

    def test_a_pinned_piece_stays_on_its_line(self):
        text = kings_and("w h3 open - 0", d2="R", d7="r", h3="N")  # 4.5

        assert moves_of(text, "d2") == {"d3", "d4", "d5", "d6", "d7"}

    def test_a_king_is_never_captured(self):
        # At a corner the defending king may stand attacked.
        text = kings_and("w a8 corner - 1", a8="R", h5="N")

        assert "a8e8" not in edges(text)
        assert moves_of(text, "a8") == {"b8", "c8", *(f"a{rank}" for rank in range(1, 8))}


class TestBall:
    def test_the_ball_goes_with_its_carrier(self):
        assert " a5 " in edges(kings_and("w a1 open - 0", a1="R", e2="P"))["a1a5"]  # 5.2

    def test_a_capture_without_possession_wins_the_ball_wherever_it_is(self):
        text = kings_and("w h8 open - 0", a1="R", a6="n", h8="q", d7="p")  # 5.3

        assert edges(text)["a1a6"].split(" ")[1:4] == ["b", "a6", "open"]

    def test_a_capture_with_possession_leaves_the_ball_where_it_is(self):
        text = kings_and("w h3 open - 0", a1="R", a6="n", h3="Q")

        assert edges(text)["a1a6"].split(" ")[2] == "h3"


class TestTurn:
    def test_the_kick_off_is_a_move_into_the_circle_and_a_pass(self):
        assert set(edges(START)) == {"c3d5", "c3e4", "d2d4", "e2e4", "f3d4", "f3e5"}  # 6.1
        after = edges(START)["d2d4"]
        assert after.split(" ")[1:4] == ["w", "d4", "kickoff+m"]
        assert all(edge[0] == "@" for edge in edges(after))

    def test_a_kick_off_without_a_legal_pass_ends_without_it(self):
        assert edges(START)["c3d5"].split(" ")[1:4] == ["b", "d5", "open"]

    def test_without_possession_there_is_one_move_and_no_more(self):
        text = kings_and("b a1 open - 0", a1="R", h8="r")  # 6.2

        assert all(len(edge) == 4 for edge in edges(text))
        assert all(after.split(" ")[1] == "w" for after in edges(text).values())

    def test_with_possession_move_and_pass_come_in_either_order(self):
        text = kings_and("w a1 open - 0", a1="R", a3="N", h2="P")  # 6.3
        moved, passed = edges(text)["h2h3"], edges(text)["@a3"]

        assert "@a3" in edges(moved)
        assert "." in edges(moved)
        assert "h2h3" in edges(passed)
        assert "@a1" not in edges(passed)
        assert not any(len(edge) == 4 for edge in edges(moved))

    def test_a_corner_turn_does_not_begin_with_a_shot(self):
        text = kings_and("w a8 corner - 1", a8="R", g1="N")  # 6.4

        assert not shots(text)
        assert shots(edges(text)["g1f3"]) == {"!d8=goal", "!d8=save", "!d8=corner"}

    def test_in_check_the_first_action_is_a_move_that_ends_it(self):
        text = kings_and("w a1 open - 0", a1="R", d7="r", h1="N")  # 6.5

        assert all(len(edge) == 4 for edge in edges(text))
        assert "a1a4" not in edges(text)
        assert "d1c1" in edges(text)
        assert passes(edges(text)["d1c1"]) == {"c1"}

    def test_a_turn_ends_automatically_when_only_stopping_is_left(self):
        text = kings_and("w a3 open+m - 0", a3="R", a5="N")  # 6.6

        after = edges(text)["@a5"]
        assert after.split(" ")[1] == "b"

    def test_a_pinned_piece_still_passes_and_receives(self):
        holding = kings_and("w d5 open - 0", d5="N", d6="r", f6="B").replace("3k4", "k7")
        receiving = kings_and("w f6 open - 0", d5="N", d6="r", f6="B").replace("3k4", "k7")

        assert moves_of(holding, "d5") == set()
        assert passes(holding) == {"f6"}  # 4.6: pins do not matter to reach
        assert passes(receiving) == {"d5"}

    def test_a_pass_works_by_the_reach_of_either(self):
        # 6.7: the rook reaches the pawn along the rank, the pawn reaches only forwards.
        text = kings_and("w a2 open - 0", a2="P", b3="N", h2="R", c4="B")

        assert passes(text) == {"b3", "h2"}

    def test_a_move_may_make_way_for_a_pass(self):
        # 6.6: with e3 gone the pawn's double step reaches the carrier, so the turn continues.
        text = kings_and("w e4 open e2 0", e4="N", e3="N", e2="P")

        assert edges(text)["e3f5"].split(" ")[1:4] == ["w", "e4", "open+m"]
        assert passes(edges(text)["e3f5"]) == {"e2"}

    def test_a_move_may_come_between_the_only_pass_and_the_ball(self):
        text = kings_and("w e4 open - 0", e4="N", a4="R", b3="P", h2="B")

        assert edges(text)["b3b4"].split(" ")[1:4] == ["b", "e4", "open"]  # 6.6
        assert edges(text)["h2g1"].split(" ")[1:4] == ["w", "e4", "open+m"]


class TestCheckmate:
    def test_mate_is_judged_the_moment_a_move_brings_it_about(self):
        text = position(
            """
            ...k....
            .R......
            R.......
            ........
            ........
            ........
            ........
            ...K....
            """,
            "w a6 open - 0",
        )

        assert edges(text)["a6a8"] == "mate white"  # 7.2

    def test_a_side_without_the_ball_can_mate(self):
        text = position(
            """
            ...k....
            .R......
            R.......
            ........
            ........
            ........
            ........
            ...K...n
            """,
            "w h1 open - 0",
        )

        assert edges(text)["a6a8"] == "mate white"  # 7.3


def target(first: str, second: str) -> str:
    """Return a position with a rook aiming at d8, and who stands on d8 and e8."""
    king = "" if "k" in (first, second) else "a4"
    pieces = {"d3": "R", "g1": "N"}
    if first != ".":
        pieces["d8"] = first
    if second != ".":
        pieces["e8"] = second
    if king:
        pieces[king] = "k"
    board = [["."] * 8 for _ in range(8)]
    board[7][2] = "K"
    for square, piece in pieces.items():
        board[8 - int(square[1])]["abcdefgh".index(square[0])] = piece
    phase = "corner+m" if first == "k" else "open"
    return position("\n".join("".join(rank) for rank in board), f"w d3 {phase} - 7")


class TestShot:
    @pytest.mark.parametrize(
        ("first", "second", "outcomes"),
        [
            (".", ".", {"goal"}),
            ("k", ".", {"goal", "save", "corner"}),
            ("k", "n", {"goal", "save", "block@e8", "corner"}),
            ("n", ".", {"goal", "block@d8", "corner"}),
            ("n", "k", {"goal", "save", "block@d8", "corner"}),
            ("n", "r", {"goal", "block@d8", "block@e8", "corner"}),
            (".", "k", {"goal", "save", "corner"}),
            (".", "n", {"goal", "block@e8", "corner"}),
        ],
    )
    def test_who_stands_in_the_goal_decides_what_may_happen(self, first, second, outcomes):
        found = {edge[4:] for edge in shots(target(first, second)) if edge[:4] == "!d8="}

        assert found == outcomes  # 8.3

    @pytest.mark.parametrize(
        ("first", "second", "ends"),
        [
            (".", ".", {0: "goal", 99: "goal"}),
            ("n", ".", {44: "goal", 45: "block@d8", 79: "block@d8", 80: "corner"}),
            ("n", "k", {19: "goal", 20: "save", 44: "save", 45: "block@d8", 80: "corner"}),
            ("n", "r", {34: "goal", 35: "block@d8", 69: "block@d8", 70: "block@e8", 80: "corner"}),
            (".", "k", {54: "goal", 55: "save", 79: "save", 80: "corner", 99: "corner"}),
            (".", "n", {69: "goal", 70: "block@e8", 79: "block@e8", 80: "corner"}),
        ],
    )
    def test_a_roll_is_read_goal_save_blocks_corner(self, first, second, ends):
        state = playing(target(first, second))

        for roll, end in ends.items():
            turn = RULES.play(state, "white", ["!d8"], roll=roll).turn
            assert turn.actions == (f"!d8={end}",), roll  # 8.3

    @pytest.mark.parametrize(
        ("second", "ends"),
        [
            (".", {29: "goal", 30: "save", 79: "save", 80: "corner"}),
            (
                "n",
                {19: "goal", 20: "save", 69: "save", 70: "block@e8", 79: "block@e8", 80: "corner"},
            ),
        ],
    )
    def test_a_roll_against_the_king_on_the_target_is_read_so(self, second, ends):
        position = read_position(target("k", second))

        for roll, end in ends.items():
            action = BY_TEXT["!d8"]
            assert write_action(action, decide(position, action & 63, roll)) == f"!d8={end}"

    def test_own_pieces_in_the_enemy_goal_count_as_nothing(self):
        text = target(".", "N")

        assert shots(text) == {"!d8=goal"}

    def test_no_one_shoots_at_a_square_its_own_side_holds(self):
        text = kings_and("w e3 open - 0", e3="R", e8="N", a7="q")  # 8.1

        assert not shots(text)

    def test_a_save_and_a_block_give_the_ball_to_the_defenders(self):
        after = edges(target("n", "k"))

        assert after["!d8=save"].split(" ")[1:4] == ["b", "e8", "open"]  # 8.4
        assert after["!d8=block@d8"].split(" ")[1:4] == ["b", "d8", "open"]
        assert after["!d8=goal"] == "goal white"

    def test_a_shot_sets_the_quiet_count_back(self):
        assert edges(target("n", "k"))["!d8=save"].endswith(" 1")  # 9.3

    def test_a_corner_is_taken_on_the_side_of_the_square_shot_at(self):
        after = edges(target("n", "k"))["!d8=corner"]

        # 8.6: no one reaches a8, but a knight may still move first.
        assert after.split(" ")[1:4] == ["w", "a8", "corner"]


class TestCorner:
    LOOSE = kings_and("w a8 corner - 1", a3="R", h2="P", f7="n")

    def test_a_move_onto_the_corner_square_collects_the_ball(self):
        assert edges(self.LOOSE)["a3a8"].split(" ")[1:4] == ["w", "a8", "corner+m"]  # 8.5

    def test_a_pass_goes_to_who_has_the_corner_square_in_reach(self):
        assert passes(self.LOOSE) == {"a3"}
        assert edges(self.LOOSE)["@a3"].split(" ")[2:4] == ["a3", "corner+p"]

    def test_a_defender_on_the_corner_square_does_not_have_the_ball(self):
        text = kings_and("w a8 corner - 1", a3="R", h2="P", a8="n")

        assert passes(text) == {"a3"}
        assert edges(text)["a3a8"].split(" ")[1:4] == ["w", "a8", "corner+m"]

    def test_a_capture_elsewhere_leaves_the_ball_loose(self):
        text = kings_and("w a8 corner - 1", a3="R", e6="P", f7="n")

        assert edges(text)["e6f7"].split(" ")[2:4] == ["a8", "corner+m"]

    def test_a_ball_still_loose_goes_to_the_defending_king(self):
        text = kings_and("w a8 corner - 1", b3="R", h2="P", f7="n")

        assert edges(text)["h2h3"].split(" ")[1:4] == ["b", "d8", "open"]  # 8.6

    def test_attackers_without_a_first_action_leave_the_defending_king_the_ball(self):
        text = "2n1r2k/2P5/8/8/8/1p6/pP6/K7 w c7 open - 5"  # 8.6

        after = edges(text)["!d8=corner"]

        assert set(edges(text)) == {"!d8=goal", "!d8=block@e8", "!d8=corner"}
        assert after == "2n1r2k/2P5/8/8/8/1p6/pP6/K7 b h8 open - 2"

    def test_an_attacker_on_the_corner_square_is_the_carrier(self):
        text = kings_and("w a8 corner - 1", a8="R", a5="N")

        assert passes(text) == {"a5"}


class TestNothingMoves:
    def test_a_side_without_a_legal_action_is_passed_over(self):
        text = position(
            """
            k.......
            .......Q
            ........
            ........
            ........
            ........
            ...P....
            ...K....
            """,
            "w h7 open - 4",
        )
        after = edges(edges(text)["h7c7"])["."]  # 9.1

        assert after.split(" ")[1] == "w"
        assert after.endswith(" 6")

    def test_if_neither_side_has_a_legal_action_there_is_a_drop_ball(self):
        text = "7k/2P3pP/6P1/8/8/1p6/pP6/K7 w c7 open - 5"  # 9.2

        assert edges(text) == {"!d8=goal": "goal white", "c7c8": "dropball"}

    def test_quiet_turns_are_counted_and_set_back(self):
        text = kings_and("b a1 open - 41", a1="R", g8="r", h7="p", b3="n")

        assert edges(text)["g8g7"].endswith(" 42")  # 9.3
        assert edges(text)["h7h6"].endswith(" 1")
        assert edges(text)["b3a1"].endswith(" 1")


class TestImpossiblePositions:
    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("8/8/8/8/8/8/8/3K4 w d1 open - 0", "no king"),
            ("3k4/8/8/8/8/8/8/3KK3 w d1 open - 0", "several kings"),
            (kings_and("w d4 open - 0", a1="R"), "no piece is there"),
            (kings_and("w a1 open b2 0", a1="R"), "pawn is on b2"),
            (kings_and("w a1 open b5 0", a1="R", b5="P"), "has moved"),
            (kings_and("w a1 open - 0", a1="Q", a2="Q"), "owns 1"),
            (kings_and("w d5 open - 0", d5="R"), "in check"),
            (kings_and("w - open - 0", a1="R"), "centre spot"),
            (kings_and("w b1 corner - 0", a1="R"), "corner square"),
            (kings_and("w a1 corner - 0", a1="R"), "corner square"),
            (kings_and("b a1 open+m - 0", a1="R"), "one move"),
            (kings_and("w d1 open+p - 0"), "no one to pass to"),
            (kings_and("w a1 open - 0", a1="P", h1="R"), "a1 hasn't moved"),
            (kings_and("w a1 open - 0", a8="p", a1="R"), "a8 hasn't moved"),
            (kings_and("w d1 open d1 0").replace("3K4", "3P1K2"), "the king starts there"),
            (
                kings_and("w a1 open a2b2c2e2 0", a1="R", a2="P", b2="P", c2="P", e2="P"),
                "White's pawns started on d2",
            ),
            (
                "bnrkqrb1/pppn4/8/8/8/8/PP1P4/1NRKQR2 w c1 open a2b2d2a7b7c7 1",
                "Black's pawns started on d7",
            ),
            ("bnrkqrb1/ppnp4/8/8/8/8/PPNP4/BNRKQRB1 w a1 open a2b2d2a7b7d7 1", "Both substitutes"),
        ],
    )
    def test_a_position_that_cannot_be_is_refused_with_the_reason(self, text, reason):
        with pytest.raises((IllegalPosition, NotationError), match=reason):
            TREE.read(text)

    @pytest.mark.parametrize(
        ("half", "ball", "unmoved", "reason"),
        [
            ("8/2N2N2/2PPPP2/2RKQR2", "-", "c2d2e2f2", "10 pieces"),
            ("8/2N2N2/2PPPP2/1BRKQR2", "d4", "c2d2e2f2", "centre spot"),
            ("8/2N2N2/2PP1P2/1BRKQRB1", "-", "c2d2f2", "didn't score"),
            ("8/2N2N2/2PPPP2/1BRQKR2", "-", "c2d2e2f2", "king starts on d1"),
            ("8/2NP1N2/2P1PP2/1BRKQR2", "-", "c2e2f2d3", "3.3"),
        ],
    )
    def test_a_kick_off_that_no_formations_make_is_refused(self, half, ball, unmoved, reason):
        with pytest.raises(IllegalPosition, match=reason):
            TREE.read(f"1brkqr2/2pppp2/2n2n2/8/{half} w {ball} kickoff {unmoved}c7d7e7f7 0")

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            (START[:-1] + "3", "quiet turns"),  # 9.3
            (START.replace("c2d2e2f2", "c2d2e2"), "no pawn has moved"),
            (START.replace("8/8/2N2N2", "8/2N5/5N2"), "first three ranks"),
        ],
    )
    def test_nothing_has_happened_before_a_kick_off(self, text, reason):
        with pytest.raises(IllegalPosition, match=reason):
            TREE.read(text)

    def test_who_does_not_kick_off_may_have_its_substitute_on(self):
        text = "1brkqrb1/2ppp3/2n2n2/8/8/2N2N2/2PPPP2/1BRKQR2 w - kickoff c2d2e2f2c7d7e7 0"

        assert len(edges(text)) == 6  # 3.5

    @pytest.mark.parametrize(
        ("half", "ball", "unmoved"),
        [
            # A knight whose every square to come from is taken.
            ("8/3N4/1N3R2/2PPPP2/B2KQR2", "d4", "c2d2e2f2"),
            # A pawn still listed, and no pawn in front of the king when it kicked off.
            ("8/3P4/2N2N2/2P1PP2/1BRKQR2", "d4", "c2e2f2d4"),
            ("8/4P3/2N2N2/1PP2P2/1BRKQR2", "e4", "b2c2f2"),
            # No one to pass to: the turn would be over.
            ("3N4/8/5N2/2PPPP2/1BRKQR2", "d5", "c2d2e2f2"),
        ],
    )
    def test_after_a_kick_off_move_only_what_one_leads_to_can_be(self, half, ball, unmoved):
        text = f"1brkqr2/2pppp2/2n2n2/{half} w {ball} kickoff+m {unmoved}c7d7e7f7 0"

        with pytest.raises(IllegalPosition):
            TREE.read(text)

    def test_inside_a_turn_the_other_king_may_be_in_check(self):
        TREE.read(kings_and("w d5 open+m - 0", d5="R", g5="N"))
        TREE.read(kings_and("w a8 corner - 1", d5="R", g5="N"))

    @pytest.mark.parametrize(
        "text",
        ["", "x", START + " ", START.replace(" w ", " x "), START.replace("8/8", "9/7"),
         START.replace("kickoff", "kick"), START.replace("c2d2", "d2c2"), START[:-1] + "-1",
         START.replace("/8/8/", "/44/8/"), START.replace(" w ", "  w "), START[:-1] + "٣",
         START.replace("c2d2e2f2c7d7e7f7", "")],
    )  # fmt: skip
    def test_text_that_does_not_read_is_refused(self, text):
        with pytest.raises(NotationError):
            TREE.read(text)
