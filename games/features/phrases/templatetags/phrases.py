"""The touchline: what was said lately, on pages that know nothing of phrases."""

from __future__ import annotations

from typing import Any, Final

from django import template

from accounts.models import User
from games.features.phrases.saying import phrases_for
from games.features.phrases.words import text_of
from games.models import Game
from games.play.guards import seat_of

register = template.Library()

LINES: Final = 2


@register.inclusion_tag("phrases/touchline.html")
def touchline(game: Game, reader: User, names: dict[str, str]) -> dict[str, Any]:
    """Show a player what was said since the turn before, and let them say something."""
    if not reader.page.phrases:
        return {"is_on": False}
    said = [one for one in phrases_for(game, reader) if one.turn >= game.next_turn - 1]
    own = seat_of(game, reader.pk).side
    lines = [
        {
            "name": names[one.side],
            "to": names.get(one.to, ""),
            "is_for_you": one.to == own,
            "text": text_of(one.key),
            "until": one.turn + 1,
        }
        for one in said[-LINES:]
    ]
    return {"is_on": True, "lines": lines}
