"""The reader's own note on pages that know nothing of notes."""

from __future__ import annotations

from typing import Any

from django import template

from accounts.models import User
from games.features.notebook.models import LONGEST_NOTE
from games.features.notebook.notes import note_on
from games.models import Game

register = template.Library()


@register.inclusion_tag("notebook/note.html")
def note_about(thing: Game | User, reader: User, is_open: bool = False) -> dict[str, Any]:
    """Show what the reader wrote about a game or a player, to be written on."""
    part = f"games/{thing.pk}" if isinstance(thing, Game) else f"players/{thing.username}"
    return {
        "address": f"/api/v1/{part}/note",
        "text": note_on(reader, thing),
        "longest": LONGEST_NOTE,
        "is_open": is_open,
    }
