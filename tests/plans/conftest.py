"""Games in which answers are prepared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

import pytest

from accounts.models import User
from games.features.plans import services
from games.features.plans.firing import fire
from games.features.plans.models import PlanEntry
from games.models import Game

FOUR_WAYS = "r2kn2r/2p1pp2/3p1nb1/1Q6/3P1N2/2N1P3/2P1BP2/R2K3R w b5 open - 4"
"""White's queen may shoot at e8, and the shot may end in four ways."""
OUTCOMES = ("goal", "save", "block@e8", "corner")

Planner = Callable[..., PlanEntry]
"""Prepares an answer: who, the line as text (``!e8=save``), and the reply."""


def read_line(turns: Sequence[str]) -> list[dict[str, Any]]:
    """Return the turns of a line; what chance does stands behind ``=``."""
    line = []
    for turn in turns:
        sent, _, outcome = turn.partition("=")
        line.append({"actions": sent.split(), "outcome": outcome or None})
    return line


def turn(text: str, **more: Any) -> dict[str, Any]:
    """Return the reply that plays a turn."""
    return {"do": "turn", "actions": text.split(), **more}


def fresh(game: Game) -> Game:
    """Return the game as it is now."""
    return Game.objects.get(pk=game.pk)


def fire_all(game: Game, now: datetime) -> None:
    """Let the plans of both sides answer until nothing is left to do."""
    for _ in range(20):
        seen = [fire(game.pk, side, now=now) for side in ("white", "black")]
        if not any(seen):
            return
    raise AssertionError("plans never come to rest")


@pytest.fixture
def plan(now: datetime) -> Planner:
    def make(
        game: Game, who: User, line: Sequence[str], reply: dict[str, Any], **more: Any
    ) -> PlanEntry:
        game = fresh(game)
        body = {"line": read_line(line), "reply": reply, **more}
        return services.add_entry(game, who.pk, game.next_turn, body, now=now)

    return make
