"""What a started turn asks for next, in one short line that a narrow phone can hold."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.chess_eleven import stalls
from games.rules.chess_eleven.position import CORNER, KICKOFF, Position
from games.rules.contract import Choice
from games.rules.geometry import NAMES
from games.rules.text import gettext, gettext_noop

KICK_OFF = gettext_noop("Kick-off! Move into the circle.")
KICK_OFF_PASS = gettext_noop("Now pass the ball.")
CORNER_LOOSE = gettext_noop("Corner! Collect the ball or pass.")
CORNER_FAR = gettext_noop("Corner! Bring a piece to the ball.")
CORNER_TAKEN = gettext_noop("Corner! Move or pass first.")
CHECK = gettext_noop("Check! Move, block or capture.")
WITH_BALL = gettext_noop("Your turn. You have the ball.")
WITHOUT_BALL = gettext_noop("Their ball. Capture or defend!")
QUIET = gettext_noop("{n} quiet turns. Drop ball at {m}.")
WHOLE = gettext_noop("Ready to send.")

MORE = {
    ("move",): gettext_noop("Move or send."),
    ("pass",): gettext_noop("Pass or send."),
    ("shot",): gettext_noop("Shoot or send."),
    ("move", "pass"): gettext_noop("Move, pass or send."),
    ("move", "shot"): gettext_noop("Move, shoot or send."),
    ("pass", "shot"): gettext_noop("Pass, shoot or send."),
    ("move", "pass", "shot"): gettext_noop("Add more, or send."),
}
"""By the kinds of action that may still be added (6.3)."""


def prompt(position: Position, choices: Sequence[Choice]) -> str:
    """Return the line for a turn that has come to ``position``, where ``choices`` may follow."""
    return gettext(_prompt(position, choices))


def warn(line: str, quiet: int) -> str:
    """Return the line for a turn that has not begun, or that a drop ball is near (9.3)."""
    if line not in (gettext(WITH_BALL), gettext(WITHOUT_BALL)):
        return line
    return gettext(QUIET).format(n=quiet, m=stalls.GIVEN_AT)


def _prompt(position: Position, choices: Sequence[Choice]) -> str:
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
