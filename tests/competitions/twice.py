"""Steps of competitions that die before they are committed, or are taken by two at once."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

import pytest

from games.features.competitions.models import Section
from games.features.competitions.steps import sweep as steps
from games.features.competitions.steps.sweep import sweep
from games.models import GameEvent
from tests.at_once import at_once
from tests.competitions.cups import Cup, beat

KILLS: Final = int(os.environ.get("KILLS", "3"))
"""How often each kind of step dies before it may come through: ``KILLS=20`` for a longer look."""


class Killed(BaseException):
    """The end of a process: nothing catches it."""


def told(kind: str) -> int:
    """Return how many events of a type there are."""
    return GameEvent.objects.filter(type=kind).count()


def let_steps_die(
    monkeypatch: pytest.MonkeyPatch, kind_of: Callable[[Section], str]
) -> Counter[str]:
    """Kill each kind of step before its commit, and let time pass in spite of it.

    ``kind_of`` says which kind was taken, by what it has left behind. Returns the deaths so far.
    """
    take = steps._take_step
    deaths: Counter[str] = Counter()

    def die_before_the_commit(section: Section, window: Any) -> bool:
        taken = take(section, window)
        kind = kind_of(section) if taken else ""
        if taken and deaths[kind] < KILLS:
            deaths[kind] += 1
            raise Killed
        return taken

    def insist(cup: Cup, moment: datetime) -> None:
        cup.now = moment
        beat(moment)
        while True:
            try:
                sweep(moment)
            except Killed:
                continue
            return

    monkeypatch.setattr(steps, "_take_step", die_before_the_commit)
    monkeypatch.setattr(Cup, "pass_to", insist)
    return deaths


def let_two_sweep(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let two workers sweep at once whenever time passes."""

    def both(cup: Cup, moment: datetime) -> None:
        cup.now = moment
        beat(moment)
        at_once(lambda: sweep(moment), lambda: sweep(moment))

    monkeypatch.setattr(Cup, "pass_to", both)
