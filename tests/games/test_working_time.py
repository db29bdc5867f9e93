"""Time that counts: whatever pauses, gifts and outages there are, nothing of it is lost."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from random import Random

from games.clock.working_time import Pause, bounded, walk, worked_time

NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
ROUNDS = 10_000


def at(hours: float) -> datetime:
    return NOON + hours * HOUR


def pauses(dice: Random) -> list[Pause]:
    """Return up to four pauses of up to a fortnight within two months, which may overlap."""
    begun = [at(dice.uniform(-200, 1500)) for _ in range(dice.randrange(5))]
    return [(begin, begin + dice.uniform(0, 336) * HOUR) for begin in begun]


def test_a_clock_is_still_in_a_pause() -> None:
    away = [(at(6), at(30))]

    assert walk(NOON, 5 * HOUR, away) == at(5)
    assert walk(NOON, 6 * HOUR, away) == at(6), "a pause that begins at the deadline comes too late"
    assert walk(NOON, 7 * HOUR, away) == at(31)
    assert worked_time(NOON, at(31), away) == 7 * HOUR
    assert worked_time(at(10), at(20), away) == timedelta()


def test_pauses_end_somewhere() -> None:
    away = bounded(NOON, [(at(-5), at(19)), (at(24), at(100))], DAY)

    assert away == [(NOON, at(19)), (at(24), at(29))]


def test_ten_thousand_random_clocks_lose_nothing() -> None:
    """Working time is additive, the deadline monotone, and each is the other's inverse."""
    dice = Random(13)
    for _ in range(ROUNDS):
        away = pauses(dice)
        length, gift = (timedelta(minutes=dice.randrange(1, 20_000)) for _ in range(2))
        first, second, third = sorted(at(dice.uniform(0, 1500)) for _ in range(3))

        # Additive, whatever lies between.
        parts = [worked_time(one, other, away) for one, other in pairwise((first, second, third))]
        assert sum(parts, timedelta()) == worked_time(first, third, away)

        # The deadline is when the time is used up, and no moment before.
        deadline = walk(first, length, away)
        assert worked_time(first, deadline, away) == length
        assert worked_time(first, deadline - timedelta(microseconds=1), away) < length

        # Given time moves it on, and so does one pause more; both never back.
        assert walk(first, length + gift, away) >= deadline + gift
        assert walk(first, length, [*away, *pauses(dice)]) >= deadline

        # An outage, whether in a pause or out of it: what was left before is left after.
        left = worked_time(second, deadline, away)
        moved = walk(third, left, away)
        assert worked_time(third, moved, away) == left
        assert moved >= deadline or second >= deadline

        # Bounded, pauses move a deadline on by the bound at most.
        assert walk(first, length, bounded(first, away, 21 * DAY)) <= first + length + 21 * DAY
