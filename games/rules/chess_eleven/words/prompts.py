"""What a started turn asks for next, in one short line that a narrow phone can hold."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.chess_eleven.position import CORNER, KICKOFF, Position
from games.rules.contract import Choice
from games.rules.geometry import NAMES

KICK_OFF = "Kick off: move into the circle."
KICK_OFF_PASS = "Now pass."
CORNER_LOOSE = "Corner! Collect the ball or pass."
CORNER_FAR = "Corner! Nobody is near the ball."
CORNER_TAKEN = "Corner! Move or pass first."
CHECK = "Check: move, block or capture."
WITH_BALL = "Your turn. You have the ball."
WITHOUT_BALL = "Defend: one move. Take to win it."
WHOLE = "That is your turn. Send it."

MORE = {
    ("move",): "Move as well, or send.",
    ("pass",): "Pass as well, or send.",
    ("shot",): "Shoot as well, or send.",
    ("move", "pass"): "Move or pass as well, or send.",
    ("move", "shot"): "Move or shoot as well, or send.",
    ("pass", "shot"): "Pass or shoot as well, or send.",
    ("move", "pass", "shot"): "Go on, or send.",
}
"""By the kinds of action that may still be added (6.3)."""


def prompt(position: Position, choices: Sequence[Choice]) -> str:
    """Return the line for a turn that has come to ``position``, where ``choices`` may follow."""
    kinds = {choice["kind"] for choice in choices}
    if not kinds:
        return WHOLE
    if position.phase == KICKOFF:
        return KICK_OFF_PASS if position.used else KICK_OFF
    if position.used:
        return MORE[tuple(sorted(kinds))]
    if position.is_check(position.side):
        return CHECK
    if position.phase == CORNER:
        if not position.is_loose:
            return CORNER_TAKEN
        corner = NAMES[position.ball]
        is_near = "pass" in kinds or any(choice["to"] == corner for choice in choices)
        return CORNER_LOOSE if is_near else CORNER_FAR
    return WITH_BALL if position.has_possession else WITHOUT_BALL
