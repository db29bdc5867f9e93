"""A position in a few words and in a small picture: what a list of games shows of each.

Both are made from the plain data of ``describe``, so a list need not load any state.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.rules.chess_eleven import stalls
from games.rules.chess_eleven.picture.drawing import Picture, draw_mini, read_picture
from games.rules.text import gettext as _


def situation(description: Mapping[str, Any], side: str | None) -> str:
    """Return where a game stands as ``side`` sees it, or for an onlooker."""
    sentence = _("round {round} · {situation}").format(
        round=description["round"], situation=_situation(description, side)
    )
    quiet = description.get("quiet_turns", 0)
    if quiet < stalls.SHOWN_FROM:
        return sentence
    counted = _("{n} of {given} quiet turns").format(n=quiet, given=stalls.GIVEN_AT)
    return f"{sentence} · {counted}"


def rules_anchor(description: Mapping[str, Any]) -> str:
    """Return the anchor of the chapter of the rules that fits where a game stands."""
    position = description["position"]
    if position is None:
        return "formation"
    if description["in_check"]:
        return "check"
    phase = _phase(position)
    if phase != "open":
        return {"kickoff": "kick-off", "corner": "corner"}[phase]
    return "turn" if possession(position) == description["side_to_play"] else "defending"


def thumbnail(description: Mapping[str, Any], side: str | None) -> str:
    """Return the small pitch of a game as SVG for a page, ``side`` at the bottom."""
    position = description["position"]
    if position is not None:
        return draw_mini(read_picture(position), side=side)
    pieces: dict[str, str] = {}
    for owner, formation in (description.get("formation") or {}).items():
        for square, letter in formation["pieces"].items():
            pieces[square] = letter.upper() if owner == "white" else letter.lower()
    return draw_mini(Picture(pieces, None), side=side)


def _situation(description: Mapping[str, Any], side: str | None) -> str:
    position = description["position"]
    if position is None:
        return _("formation")
    to_play = description["side_to_play"]
    if description["in_check"] and side == to_play:
        return _("you are in check")
    phase = _phase(position)
    if phase == "kickoff":
        return _("kick-off")
    holder = possession(position)
    if phase == "corner":
        return (
            _("corner for you")
            if side == holder
            else _("corner against you")
            if side
            else _("corner")
        )
    if side is None:
        return _("white has the ball") if holder == "white" else _("black has the ball")
    return _("you have the ball") if side == holder else _("defending")


def _phase(position: str) -> str:
    """Return the phase of a position (10.4), without what the turn has used."""
    # Reading the whole position takes three times as long, which a list of games would feel.
    return position.split(" ")[3].partition("+")[0]


def possession(position: str) -> str:
    """Return the side that has the ball, or is about to: at a kick-off and a corner."""
    picture = read_picture(position)
    to_play = position.split(" ")[1]
    if _phase(position) == "open" and picture.ball is not None:
        return "white" if picture.pieces[picture.ball].isupper() else "black"
    return "white" if to_play == "w" else "black"
