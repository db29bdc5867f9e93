"""The cut-off of a section: one date, and no one's date of birth (law 5.2)."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from games.features.competitions.age import cut_off


@pytest.mark.parametrize(
    ("age_date", "under", "expected"),
    [
        ("2027-03-12", 18, "2009-03-13"),
        ("2026-02-28", 18, "2008-02-29"),
        ("2028-02-29", 15, "2013-03-01"),
        ("2026-12-31", 15, "2012-01-01"),
    ],
)
def test_the_cut_off_is_the_day_after_the_same_day(
    age_date: str, under: int, expected: str
) -> None:
    assert cut_off(date.fromisoformat(age_date), under) == date.fromisoformat(expected)


def test_born_on_29_february_is_too_old_one_day_later() -> None:
    born = date(2008, 2, 29)  # C7

    assert born >= cut_off(date(2026, 2, 28), 18)
    assert born < cut_off(date(2026, 3, 1), 18)


def test_the_cut_off_never_goes_back() -> None:
    day, last = date(2026, 1, 1), date.min
    while day < date(2029, 1, 1):
        assert cut_off(day, 15) >= last
        day, last = day + timedelta(days=1), cut_off(day, 15)
