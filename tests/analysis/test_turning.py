"""Turning points in words: each by what happened there."""

from __future__ import annotations

from typing import Any

import pytest

from games.features.analysis.turning import (
    headline_of_miss,
    headline_of_shot,
    hint_of,
    kind_of_miss,
)

Turn = list[dict[str, Any]]

MOVE: Turn = [{"type": "move", "from": "b1", "to": "b4"}]
NEXT: Turn = [{"type": "move", "from": "b1", "to": "b5"}]
OTHER: Turn = [{"type": "move", "from": "c3", "to": "d5"}]
TAKES: Turn = [{"type": "move", "from": "b1", "to": "b4", "captures": "n"}]
WINS: Turn = [*TAKES, {"type": "ball_won", "at": "b4"}]
PASS: Turn = [*OTHER, {"type": "pass", "from": "e2", "to": "e5"}]
SHOT: Turn = [*PASS, {"type": "shot", "from": "e5", "to": "e8", "outcome": "goal"}]
CHECK: Turn = [*MOVE, {"type": "check"}]
MATE: Turn = [*MOVE, {"type": "checkmate"}]


@pytest.mark.parametrize(
    ("better", "played", "said"),
    [
        (MATE, SHOT, "bob missed a checkmate"),
        (SHOT, PASS, "bob didn't shoot"),
        (MOVE, SHOT, "bob shot too soon"),
        (WINS, TAKES, "bob could have won the ball"),
        (TAKES, MOVE, "bob spared a piece"),
        (PASS, MOVE, "bob held the ball too long"),
        (MOVE, PASS, "bob passed too soon"),
        (CHECK, MOVE, "bob missed a check"),
        (NEXT, MOVE, "bob put the right piece on the wrong square"),
        (OTHER, MOVE, "bob moved the wrong piece"),
    ],
)
def test_a_miss_is_told_by_what_the_better_turn_has(better: Turn, played: Turn, said: str) -> None:
    assert headline_of_miss(kind_of_miss(better, played), "bob") == said


@pytest.mark.parametrize(
    ("outcome", "per_cent", "gainer", "said"),
    [
        ("goal", 20, "bob", "bob scores against the odds"),
        ("goal", 50, "bob", "bob scores"),
        ("goal", 80, "bob", "bob takes a big chance"),
        ("save", 25, "", "You pull off a great save"),
        ("save", 50, "", "You save the shot"),
        ("block", 30, "", "You throw a piece in the way"),
        ("block", 60, "", "You block the shot"),
        ("corner", 20, "bob", "bob wins a corner"),
        ("corner", 20, "", "bob only gets a corner"),
    ],
)
def test_a_shot_is_told_by_how_likely_it_was(
    outcome: str, per_cent: int, gainer: str, said: str
) -> None:
    assert headline_of_shot(outcome, per_cent, "bob", "", gainer) == said


def test_a_hint_says_with_what_the_better_turn_begins() -> None:
    assert hint_of(MOVE) == ("Start with the piece on b1.", "b1")
    assert hint_of(PASS[1:]) == ("Start with a pass.", "e2")
    assert hint_of(SHOT[2:]) == ("Start with a shot.", "e5")
