"""Turning points in words: a headline each, by what happened there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

Happenings = Sequence[Mapping[str, Any]]

UNLIKELY, LIKELY = 35, 65
"""Up to and from so many in 100 the outcome of a shot is news, or was to be expected."""

MATE, SHOT, SOON, BALL, CAPTURE = "mate", "shot", "soon", "ball", "capture"
HELD, HASTY, CHECK, SQUARE, PIECE = "held", "hasty", "check", "square", "piece"

BY_TYPE: Final = {
    "checkmate": MATE,
    "shot": SHOT,
    "ball_won": BALL,
    "pass": HELD,
    "check": CHECK,
}


def kind_of_miss(better: Happenings, played: Happenings) -> str:
    """Return what the better turn has and the one played hasn't, or the other way round."""
    had, was = _facts(better), _facts(played)
    for fact in (MATE, SHOT, BALL, CAPTURE):
        if fact in had - was:
            return fact
    if SHOT in was - had:
        return SOON
    if HELD in had - was:
        return HELD
    if HELD in was - had:
        return HASTY
    if CHECK in had - was:
        return CHECK
    return SQUARE if _moved(better) == _moved(played) else PIECE


def _facts(turn: Happenings) -> set[str]:
    found = {BY_TYPE[one["type"]] for one in turn if one["type"] in BY_TYPE}
    return found | {CAPTURE} if any("captures" in one for one in turn) else found


def _moved(turn: Happenings) -> str:
    """Return where the first piece that moved came from; empty where none did."""
    return next((one["from"] for one in turn if one["type"] == "move"), "")


def headline_of_miss(kind: str, name: str) -> str:
    """Return what a player did who could have done better; an empty name is the reader's."""
    if not name:
        return {
            MATE: _("You missed a checkmate"),
            SHOT: _("You didn't shoot"),
            SOON: _("You shot too soon"),
            BALL: _("You could have won the ball"),
            CAPTURE: _("You spared a piece"),
            HELD: _("You held the ball too long"),
            HASTY: _("You passed too soon"),
            CHECK: _("You missed a check"),
            SQUARE: _("You put the right piece on the wrong square"),
            PIECE: _("You moved the wrong piece"),
        }[kind]
    return {
        MATE: _("{name} missed a checkmate"),
        SHOT: _("{name} didn't shoot"),
        SOON: _("{name} shot too soon"),
        BALL: _("{name} could have won the ball"),
        CAPTURE: _("{name} spared a piece"),
        HELD: _("{name} held the ball too long"),
        HASTY: _("{name} passed too soon"),
        CHECK: _("{name} missed a check"),
        SQUARE: _("{name} put the right piece on the wrong square"),
        PIECE: _("{name} moved the wrong piece"),
    }[kind].format(name=name)


def headline_of_shot(outcome: str, per_cent: int, shooter: str, keeper: str, gainer: str) -> str:
    """Return how a shot came out that was so likely to; an empty name is the reader's."""
    is_news = per_cent <= UNLIKELY
    if outcome == "goal":
        return _headline_of_goal(per_cent, shooter)
    if outcome == "save":
        if not keeper:
            return _("You pull off a great save") if is_news else _("You save the shot")
        save = _("{name} pulls off a great save") if is_news else _("{name} saves the shot")
        return save.format(name=keeper)
    if outcome == "block":
        if keeper:
            block = (
                _("{name} throws a piece in the way") if is_news else _("{name} blocks the shot")
            )
            return block.format(name=keeper)
        return _("You throw a piece in the way") if is_news else _("You block the shot")
    if shooter == gainer:
        return _("{name} wins a corner").format(name=shooter) if shooter else _("You win a corner")
    if shooter:
        return _("{name} only gets a corner").format(name=shooter)
    return _("You only get a corner")


def _headline_of_goal(per_cent: int, shooter: str) -> str:
    if not shooter:
        if per_cent <= UNLIKELY:
            return _("You score against the odds")
        return _("You take a big chance") if per_cent >= LIKELY else _("You score")
    if per_cent <= UNLIKELY:
        goal = _("{name} scores against the odds")
    else:
        goal = _("{name} takes a big chance") if per_cent >= LIKELY else _("{name} scores")
    return goal.format(name=shooter)


def hint_of(turn: Happenings) -> tuple[str, str]:
    """Return how a turn begins, in a sentence, and the square at which it does, if any."""
    first = turn[0]
    if first["type"] == "move":
        square = first["from"]
        return _("Start with the piece on {square}.").format(square=square), square
    if first["type"] == "pass":
        return _("Start with a pass."), first["from"]
    return _("Start with a shot."), first["from"]
