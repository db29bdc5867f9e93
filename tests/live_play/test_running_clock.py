"""The clock of a live match as a value: it is read and written whole, and never changed."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace
from datetime import datetime

import pytest

from games.clock.by_post import ByPost
from games.clock.clocks import clock_of
from games.clock.live import Live
from games.models import Game
from games.models.running_clock import OVER, RunningClock

HALVES = {"clock": "halves", "half": 300, "turn": 20, "formation": 60}
FISCHER = {"clock": "fischer", "base": 180, "increment": 2}


@pytest.mark.parametrize("terms", [HALVES, FISCHER])
def test_what_is_written_is_read_again(terms: dict[str, object]) -> None:
    clock = RunningClock.new(terms, ["white", "black"])
    assert RunningClock.read(clock.to_json()) == clock
    assert (clock.phase, clock.begins, clock.ends) == (OVER, None, None)


def test_it_is_never_changed() -> None:
    clock = RunningClock.new(FISCHER, ["white", "black"])
    with pytest.raises(FrozenInstanceError):
        clock.phase = "turn"  # type: ignore[misc]
    assert replace(clock, phase="turn") != clock


def test_a_paused_clock_names_no_moment() -> None:
    told = RunningClock.new(HALVES, ["white", "black"]).shown({"half": 1})
    assert told["clock_ms"] == {"match": 300_000}
    assert (told["half"], told["running"], told["runs_from"]) == (1, False, None)


def test_each_game_has_one_of_two_clocks(now: datetime) -> None:
    live = RunningClock.new(FISCHER, ["white", "black"]).to_json()
    assert isinstance(clock_of(Game(live=live)), Live)
    assert isinstance(clock_of(Game()), ByPost)
    assert clock_of(Game()).at(now) == now
