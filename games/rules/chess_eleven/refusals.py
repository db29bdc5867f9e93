"""Refusals of actions: what is wrong, what was legal there, and the law that says so."""

from __future__ import annotations

from games.rules.chess_eleven.actions import PASS, SHOT, TEXT, Action, legal_actions
from games.rules.chess_eleven.position import CORNER, KICKOFF, MOVED, OPEN, PASSED, Position
from games.rules.errors import IllegalTurn
from games.rules.geometry import BIT
from games.rules.text import gettext as _


def illegal(position: Position, action: Action, index: int) -> IllegalTurn:
    """Return the refusal of an action that is not legal here."""
    legal = sorted(TEXT[one] for one in legal_actions(position))
    law = _law_against(position, action)
    return IllegalTurn(
        _("{x} isn't legal here.").format(x=TEXT[action]), index=index, legal=legal, law=law
    )


def too_long(text: str, index: int) -> IllegalTurn:
    """Return the refusal of an action after the turn's end."""
    return IllegalTurn(
        _("The turn is over before {text}.").format(text=text), index=index, legal=(), law="6.6"
    )


def after_shot(text: str, index: int) -> IllegalTurn:
    """Return the refusal of an action after a shot."""
    return IllegalTurn(
        _("The turn is over before {text}.").format(text=text), index=index, legal=(), law="6.3"
    )


def unfinished(position: Position, index: int) -> IllegalTurn:
    """Return the refusal of a turn that cannot be left as it stands."""
    legal = sorted(TEXT[action] for action in legal_actions(position))
    if index:
        what, law = _("Pass after the kick-off (6.1)."), "6.1"
    else:
        what, law = _("A turn needs an action (6.3)."), "6.3"
    return IllegalTurn(what, index=index, legal=legal, law=law)


def _law_against(position: Position, action: Action) -> str:
    """Return the law that an illegal action breaks first."""
    if action < PASS:
        return _law_against_move(position, action & 63, action >> 6)
    if position.is_check(position.side) and not position.used:
        return "6.5"
    if position.phase == KICKOFF and (action & SHOT or not position.used):
        return "6.1"
    if position.phase == OPEN and not position.own & BIT[position.ball]:
        return "6.2"
    if action & SHOT:
        return "6.4" if position.phase == CORNER and not position.used else "8.1"
    return "6.3" if position.used & PASSED else "6.7"


def _law_against_move(position: Position, start: int, end: int) -> str:
    if position.used & MOVED:
        return "6.3"
    own = position.own
    if not own & BIT[start] or own & BIT[end]:
        return "4.1"
    if position.phase == KICKOFF:
        return "6.1"
    is_pawn = position.pawns & BIT[start]
    if not position.reach(start) & BIT[end]:
        return "4.2" if is_pawn else "4.1"
    if position.king(1 - position.side) == end:
        return "4.5"
    if is_pawn and bool(position.enemy & BIT[end]) == ((end - start) % 8 == 0):
        return "4.2"
    # It could be made, were it not for the own king.
    return "6.5" if position.is_check(position.side) else "4.5"
