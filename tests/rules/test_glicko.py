"""Glicko-2 beside a package written by others, and where we leave it."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import glicko2
import pytest

from games.rules.glicko import (
    LEAST_DEVIATION,
    LEAST_RATING,
    MOST_CHANGE,
    Strength,
    rate,
)


def test_a_game_in_a_period_of_its_own_is_rated_as_others_do() -> None:
    rng = Random(7)
    for _ in range(300):
        mine = Strength(rng.uniform(900, 2400), rng.uniform(60, 300), rng.uniform(0.04, 0.07))
        theirs = Strength(rng.uniform(900, 2400), rng.uniform(60, 300), 0.06)
        score = rng.choice((0.0, 0.5, 1.0))
        other = glicko2.Player(mine.rating, mine.deviation, mine.volatility)
        other.update_player([theirs.rating], [theirs.deviation], [score])

        after = rate(mine, theirs, score)

        if abs(other.rating - mine.rating) < MOST_CHANGE and other.rating > LEAST_RATING:
            assert after.rating == pytest.approx(other.rating, abs=1e-3)
        assert after.deviation == pytest.approx(max(other.rd, LEAST_DEVIATION), abs=1e-3)
        assert after.volatility == pytest.approx(other.vol, abs=1e-5)


def test_two_years_of_silence_make_a_rating_uncertain() -> None:
    known = Strength(1500, 60, 0.06)

    assert known.after(timedelta(days=730)).deviation == pytest.approx(110, abs=1)
    assert known.after(timedelta(days=20_000)).deviation <= 350
    assert known.after(timedelta(days=740)).is_provisional


def test_no_one_falls_through_the_floor_or_leaps() -> None:
    assert rate(Strength(401, 350), Strength(2800, 45), 0).rating >= LEAST_RATING
    assert rate(Strength(400, 350), Strength(3000, 45), 1).rating <= 400 + MOST_CHANGE


def test_what_counts_by_half_moves_by_half() -> None:
    mine, robot = Strength(1500, 100), Strength(1180, 45)

    whole = rate(mine, robot, 0).rating - 1500
    half = rate(mine, robot, 0, share=0.5).rating - 1500

    assert half == pytest.approx(whole / 2)


@pytest.mark.parametrize(("accounts", "in_full", "less"), [(1, 1805, 1617), (6, 2100, 1845)])
def test_wins_over_throw_away_accounts_count_less(accounts: int, in_full: int, less: int) -> None:
    """Six wins over each: what is gained is a third, and stays far too uncertain for a board."""
    after = {}
    for trust in (1.0, 0.2):
        mine = Strength()
        for _ in range(accounts):
            theirs = Strength()
            for _ in range(6):
                mine, theirs = rate(mine, theirs, 1, trust=trust), rate(theirs, mine, 0)
        after[trust] = mine

    assert round(after[1.0].rating) == in_full
    assert round(after[0.2].rating) == less
    assert after[0.2].deviation > 200
