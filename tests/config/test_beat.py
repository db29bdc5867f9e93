"""Beat continues when the clock is put back, and after a start with a schedule of the future."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import time_machine

from config.backends.beat import SteadyScheduler
from config.celery import app

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


class Sent(SteadyScheduler):
    """Notes what it would send."""

    names: list[str]

    def apply_entry(self, entry, producer=None):
        self.names.append(entry.name)

    def run_for(self, clock: time_machine.Traveller, seconds: float) -> list[str]:
        """Return what is sent within so many seconds of the clock."""
        self.names = []
        while seconds > 0:
            # Beat calls again at once where it says 0; here the clock must continue automatically.
            pause = max(self.tick(), 0.02)
            clock.shift(pause)
            seconds -= pause
        return self.names


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


def scheduler(folder: Path) -> Sent:
    return Sent(app=app, schedule_filename=str(folder / "schedule"), max_interval=1)


def test_sweeps_go_on_when_the_clock_is_put_back(
    tmp_path: Path, clock: time_machine.Traveller
) -> None:
    beat = scheduler(tmp_path)
    assert "close-overdue-games" in beat.run_for(clock, 15)

    clock.shift(-timedelta(hours=2))

    sent = beat.run_for(clock, 60)
    assert sent.count("close-overdue-games") in (5, 6)
    beat.close()


def test_a_schedule_of_the_future_holds_nothing_up_after_a_start(
    tmp_path: Path, clock: time_machine.Traveller
) -> None:
    beat = scheduler(tmp_path)
    beat.run_for(clock, 15)
    beat.close()

    clock.shift(-timedelta(days=3))

    beat = scheduler(tmp_path)
    assert "close-overdue-games" in beat.run_for(clock, 15)
    beat.close()


def test_nothing_is_sent_twice_while_the_clock_goes_as_it_should(
    tmp_path: Path, clock: time_machine.Traveller
) -> None:
    beat = scheduler(tmp_path)

    assert beat.run_for(clock, 61).count("close-overdue-games") in (6, 7)
    beat.close()
