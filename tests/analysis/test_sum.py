"""The sum adds up exactly, and luck has a mean of zero, with any value."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from random import Random
from statistics import fmean, stdev

import pytest

from games.features.analysis.summing import Marks, add_marks
from games.features.analysis.totals import Totals, marks_of_turns
from games.rules.chess_eleven.match import State
from games.rules.chess_eleven.value import Value
from games.rules.contract import Valuer
from tests.analysis.matches import Played, play_match
from tests.rules.test_value import VALUE, Hash

MATCHES = int(os.environ.get("TEST_SEEDS", "1")) * 3
HASH = Hash(VALUE._numbers)


def some_matches(count: int = MATCHES) -> Iterator[Played]:
    """Yield games of all lengths, some resigned, some by the first laws."""
    for seed in range(count):
        rng = Random(f"sum {seed}")
        strengths = ("easy", rng.choice(("easy", "easy", "medium")))
        turns = rng.choice((10_000, 10_000, 5, 30))
        yield play_match(
            strengths, seed, goals=rng.randint(1, 3), version=rng.choice((1, 2, 2)), turns=turns
        )


def gap(totals: Totals) -> int:
    """Return by how much the sum misses the result."""
    parts = totals.luck + totals.choices + totals.lineup + totals.acts + totals.end
    return totals.start + parts - totals.result


@pytest.mark.parametrize("valuer", [VALUE, HASH], ids=["value", "hash"])
def test_the_sum_is_exact_and_leaves_nothing_where_goals_decide(valuer: Valuer[State]) -> None:
    for match in some_matches():
        totals = match.totals(valuer)
        assert gap(totals) == 0
        by_phase = zip(*totals.phases.values(), strict=True)
        assert tuple(map(sum, by_phase)) == totals.choice
        last = match.walked[-1].after
        if valuer is VALUE and last.outcome is not None:
            assert totals.end == 0


def test_what_is_left_out_clamped_or_looked_up_elsewhere_is_noticed() -> None:
    broken = {"lineup": 0, "clamped": 0, "other": 0}
    shift, own, other = VALUE._numbers.map
    deeper = Value(VALUE._numbers._replace(map=(shift + 0.5, own, other)))
    for match in some_matches():
        marks = match.marks(VALUE)
        totals = match.totals(VALUE)
        broken["lineup"] += gap(replace(totals, lineup=0)) != 0
        clamped = [0, 0]
        luck = 0
        turns = [one for one in match.walked if one.row is not None and one.before is not None]
        played = [one for one in turns if hasattr(one.row, "rolls")]
        for one, mover, walk in zip(marks_of_turns(marks), match.movers, played, strict=True):
            clamped[mover] += max(-one.change if mover else one.change, 0)
            rolls = getattr(walk.row, "rolls", [])
            luck += (deeper.mark(walk.after) if rolls else one.after) - one.played
        broken["clamped"] += gap(replace(totals, choice=(clamped[0], clamped[1]))) != 0
        broken["other"] += gap(replace(totals, luck=luck)) != 0
    assert all(broken.values()), broken


def test_a_sum_in_parts_is_the_sum_in_one_go() -> None:
    most = 3
    match = play_match(("easy", "easy"), 4)
    marks, calls, is_whole = Marks(), 0, False
    while not is_whole:
        left = iter([True] * (most - 1))
        calls += 1
        is_whole = add_marks(marks, VALUE, match.start, match.walked, partial(next, left, False))
    assert marks == match.marks(VALUE)
    assert calls > len(match.movers) // (most + 1)


@pytest.mark.parametrize("valuer", [VALUE, HASH], ids=["value", "hash"])
def test_luck_as_it_fell_has_no_mean(valuer: Valuer[State]) -> None:
    lucks = [
        one.luck / 100
        for seed in range(MATCHES)
        for one in marks_of_turns(play_match(("easy", "easy"), 500 + seed).marks(valuer))
        if one.luck
    ]
    assert abs(fmean(lucks)) <= 3 * stdev(lucks) / len(lucks) ** 0.5
