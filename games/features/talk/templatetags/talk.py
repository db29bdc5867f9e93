"""The line of text on the page of a game, for players who agreed to talk."""

from __future__ import annotations

from typing import Any, Final

from django import template

from accounts.models import User
from games.features.talk.agreeing import standing_in
from games.features.talk.writing import messages_for
from games.models import Game

register = template.Library()

LINES: Final = 5


@register.inclusion_tag("talk/parts/line.html")
def talk_line(game: Game, reader: User, names: dict[str, str]) -> dict[str, Any]:
    """Show a player the newest messages and let them write; or that someone wants to talk."""
    standing = standing_in(game, reader.pk)
    shown: dict[str, Any] = {"game": game, "standing": standing}
    if standing.is_open:
        rows = messages_for(game, reader, standing).order_by("-pk")[:LINES]
        shown["lines"] = [(names[row.side], row.text) for row in reversed(rows)]
    elif standing.others and not standing.has_agreed:
        shown["asking"] = ", ".join(names[side] for side in standing.others)
    return shown
