"""The time-outs of tests themselves: by the time that a test could have had a processor."""

from __future__ import annotations

import os

import pytest

from tests.patience import LEAST_SHARE, LOOK, Patience, share, stretched


@pytest.mark.parametrize(
    ("load", "expected"), [(0.0, 1), (2.0, 1), (4.0, 0.5), (8.0, 0.25), (999.0, LEAST_SHARE)]
)
def test_a_second_counts_for_as_much_as_there_was_of_it(load: float, expected: float) -> None:
    assert share(load, cores=2) == expected


def test_a_wait_is_as_long_as_there_are_seconds_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "getloadavg", lambda: (4.0 * (os.cpu_count() or 1), 0.0, 0.0))

    assert stretched(15) == 60


@pytest.mark.parametrize(("load", "seconds"), [(1.0, 180), (8.0, 720)])
def test_on_a_busy_machine_a_test_may_take_longer(load: float, seconds: float) -> None:
    patience, took = Patience(180), 0.0
    while patience.left > 0:
        took += (wait := patience.until_next_look())
        patience.pass_by(wait, load, cores=2)
        assert wait <= LOOK
    assert took == pytest.approx(seconds, abs=4)
