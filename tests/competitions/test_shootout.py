"""Penalties: hidden, rolled fairly, and never without an end."""

from __future__ import annotations

from games.features.competitions.draw import Lots
from games.features.competitions.shootout import (
    BLACK,
    KING_ELSEWHERE,
    KING_THERE,
    SHOTS,
    WHITE,
    HandIn,
    resolve,
)

LOTS = Lots(bytes(range(32)), "K7bX2mQa:open")
HANDED_IN = {WHITE: HandIn("ddddd", "eeeee"), BLACK: HandIn("deded", "ddddd")}


def test_a_king_on_the_target_makes_a_goal_less_likely() -> None:
    shots = resolve("1.1", HANDED_IN, LOTS).shots[: 2 * SHOTS]

    assert [shot.side for shot in shots[:4]] == [WHITE, BLACK, WHITE, BLACK]
    for shot in shots:
        assert shot.chance == (KING_THERE if shot.king == shot.target else KING_ELSEWHERE)
        assert shot.is_goal == (shot.roll < shot.chance)
    assert {shot.king for shot in shots if shot.side == WHITE} == {"d"}, "Black's king"
    assert [shot.target for shot in shots if shot.side == BLACK] == list("deded")


def test_one_side_leads_after_the_last_pair_and_not_before() -> None:
    for match in range(1, 60):
        shootout = resolve(f"1.{match}", {}, LOTS)
        white, black = shootout.score
        assert white != black
        assert shootout.winner == (WHITE if white > black else BLACK)
        pairs = len(shootout.shots) // 2
        assert pairs >= SHOTS
        for pair in range(SHOTS, pairs):
            sides = [shot.side for shot in shootout.shots[: 2 * pair] if shot.is_goal]
            assert sides.count(WHITE) == sides.count(BLACK), "else it would have ended there"


def test_the_same_secret_gives_the_same_penalties() -> None:
    assert resolve("2.1", HANDED_IN, LOTS) == resolve("2.1", HANDED_IN, LOTS)
    assert resolve("2.1", HANDED_IN, LOTS) != resolve("2.2", HANDED_IN, LOTS)


def test_what_was_not_handed_in_falls_by_lot() -> None:
    shot = resolve("1.1", {WHITE: HandIn("d", "")}, LOTS).shots[2]
    assert shot.target == "de"[LOTS("shootout:1.1:white:2:shot", 2)]
    assert shot.king == "de"[LOTS("shootout:1.1:black:2:king", 2)]
