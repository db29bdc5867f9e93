"""A turn in one sentence of a live ticker: ``bishop drops back to g6, then a pass to f3.``"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.chess_eleven.notation import read_position
from games.rules.contract import Happening
from games.rules.geometry import NAMES
from games.rules.pieces import goes, taken
from games.rules.text import gettext as _
from games.rules.text import gettext_noop

MOVES = {
    1: gettext_noop("{piece} advances to {to}"),
    0: gettext_noop("{piece} moves across to {to}"),
    -1: gettext_noop("{piece} drops back to {to}"),
}
"""By the way a piece goes: towards the other goal, along its rank, or towards its own."""
OUTCOMES = {
    "goal": gettext_noop("Goal!"),
    "save": gettext_noop("What a save!"),
    "block": gettext_noop("Blocked on {at}!"),
    "corner": gettext_noop("Corner!"),
}


def sentence_of(happenings: Sequence[Happening], before: str = "") -> str:
    """Return a turn in a sentence whose subject is left out: the player's name comes before it.

    Who shot is named where the position before the turn is known.
    """
    shooter = _shooter(happenings, before)
    clauses: list[str] = []
    ends: list[str] = []
    at = ""
    for event in happenings:
        if clause := _clause(event, shooter, at):
            if ends:
                # A check that was given before the turn went on.
                clauses[-1] = _("{move} with check").format(move=clauses[-1])
                ends = []
            clauses.append(clause)
            at = event["to"]
        if end := _end(event):
            ends.append(end)
    # Translators: two actions of one turn, as in "bishop drops back to g6, then a pass to f3"
    line = _(", then ").join(clauses) + "."
    return " ".join([line, *ends])


def _shooter(happenings: Sequence[Happening], before: str) -> str:
    """Return the letter of the piece that shot; empty where none did, or it isn't known."""
    for event in happenings:
        if event["type"] == "shot":
            start = event["from"]
            for move in happenings:
                if move["type"] == "move" and move["to"] == start:
                    return str(move["piece"])
            return (before and read_position(before).piece_at(NAMES.index(start))) or ""
    return ""


def _clause(event: Happening, shooter: str, at: str) -> str:
    """Return an action in words; ``at`` is the square that the one before it named, if any."""
    match event["type"]:
        case "move" if "captures" in event:
            return _("{piece} takes the {captured} on {to}").format(
                piece=goes(event["piece"]), captured=taken(event["captures"]), to=event["to"]
            )
        case "move":
            return _(MOVES[_way(event)]).format(piece=goes(event["piece"]), to=event["to"])
        case "pass":
            return _("a pass to {to}").format(to=event["to"])
        case "shot" if shooter and event["from"] != at:
            return _("{piece} shoots from {start} at {to}").format(
                piece=goes(shooter), start=event["from"], to=event["to"]
            )
        case "shot":
            return _("a shot at {to}").format(to=event["to"])
    return ""


def _end(event: Happening) -> str:
    match event["type"]:
        case "check":
            return _("Check!")
        case "checkmate":
            return _("Checkmate!")
        case "shot" if "outcome" in event:
            end = OUTCOMES[event["outcome"]]
            return _(end).format(at=event.get("at", ""))
        case "round_ended" if event["reason"] == "drop_ball":
            return _("Drop ball.")
    return ""


def _way(event: Happening) -> int:
    """Return 1 for a move towards the other side's goal, -1 for one back, 0 for one across."""
    ranks = int(event["to"][1]) - int(event["from"][1])
    forward = ranks if event["side"] == "white" else -ranks
    return (forward > 0) - (forward < 0)
