"""Colours, drawn games, the deciding game, the last day (laws 7.3 to 7.6)."""

from __future__ import annotations

import pytest

from games.features.competitions.bracket import By, Match
from games.features.competitions.count import Count, material
from games.features.competitions.draw import Lots
from games.features.competitions.series import (
    Decided,
    Format,
    NextGame,
    Played,
    ShootoutDue,
    Verdict,
    decide_on_last_day,
    first_white,
    next_step,
)

ANN, BEN = 1, 2
MATCH = Match(1, 2, upper=ANN, lower=BEN)
LOTS = Lots(bytes(range(32)), "K7bX2mQa:under-15")


def after(*played: Played, way: Format = Format.THREE_GAMES) -> Verdict:
    return next_step(MATCH, played, {}, LOTS, way)


def test_who_had_white_less_often_has_it_now() -> None:
    assert first_white(MATCH, {ANN: 2, BEN: 1}, LOTS) == BEN  # C6


def test_else_the_published_lot_gives_white() -> None:
    assert first_white(MATCH, {ANN: 1, BEN: 1}, LOTS) == ANN, "the lot under white:1.2 is 0"
    other = Match(2, 1, upper=ANN, lower=BEN)
    assert first_white(other, {}, LOTS) == BEN, "the lot under white:2.1 is 1"


def test_a_won_game_decides() -> None:
    assert after(Played(ANN, BEN)) == Decided(BEN, By.GAME)
    assert after(Played(ANN, None), Played(BEN, BEN)) == Decided(BEN, By.GAME)


def test_a_drawn_game_is_followed_by_one_with_colours_reversed() -> None:
    assert after(Played(ANN, None)) == NextGame(2, BEN)


def test_the_colours_of_the_deciding_game_are_drawn() -> None:
    white = (ANN, BEN)[LOTS("white:1.2.3", 2)]
    assert after(Played(ANN, None), Played(BEN, None)) == NextGame(3, white)


def test_a_draw_in_the_deciding_game_sends_black_on() -> None:
    three = (Played(ANN, None), Played(BEN, None), Played(ANN, None))  # C4
    assert after(*three) == Decided(BEN, By.DECIDING_DRAW)


def test_a_level_match_of_chess_eleven_comes_to_penalties() -> None:
    assert after(Played(ANN, None), way=Format.SHOOTOUT) == ShootoutDue()
    assert after(Played(ANN, ANN), way=Format.SHOOTOUT) == Decided(ANN, By.GAME)


@pytest.mark.parametrize(
    ("position", "count"),
    [
        ("r4rk1/pp3ppp/2n5/3q4/8/2N2N2/PP3PPP/R2QR1K1 w - - 0 1", Count(30, 27)),  # C5
        ("rqkbr/ppnpp/5/5/5|pbpnp/5/5/5/PBPNP|5/5/5/PPNPP/RQKBR w 0 1", Count(38, 38)),
        ("5/5/5/5/k4|5/S4/5/5/5|5/5/5/5/K4 w 0 9", Count(1, 0)),
    ],
)
def test_pieces_are_counted(position: str, count: Count) -> None:
    assert material(position) == count


def test_the_last_day_goes_by_count_then_time_then_lot() -> None:
    def decide(counted: dict[int, int], seconds: dict[int, int]) -> Decided:
        return decide_on_last_day(MATCH, counted, seconds, LOTS)

    assert decide({ANN: 30, BEN: 27}, {ANN: 9, BEN: 1}) == Decided(ANN, By.COUNT)
    assert decide({ANN: 27, BEN: 27}, {ANN: 9, BEN: 1}) == Decided(BEN, By.TIME_USED)
    by_lot = (ANN, BEN)[LOTS("count:1.2", 2)]
    assert decide({}, {}) == Decided(by_lot, By.LOT)
