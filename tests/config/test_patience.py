"""The time-outs of tests themselves: by the time that a test could have had a processor."""

from __future__ import annotations

import pytest

from tests.patience import LEAST_SHARE, LOOK, Patience, share


@pytest.mark.parametrize(
    ("load", "expected"), [(0.0, 1), (2.0, 1), (4.0, 0.5), (8.0, 0.25), (999.0, LEAST_SHARE)]
)
def test_a_second_counts_for_as_much_as_there_was_of_it(load: float, expected: float) -> None:
    assert share(load, cores=2) == expected


@pytest.mark.parametrize(("load", "looks"), [(1.0, 18), (8.0, 72)])
def test_on_a_busy_machine_a_test_may_take_longer(load: float, looks: int) -> None:
    patience, looked = Patience(180), 1
    while patience.pass_by(patience.until_next_look(), load, cores=2):
        looked += 1
        assert patience.until_next_look() <= LOOK
    assert looked == pytest.approx(looks, abs=3)
