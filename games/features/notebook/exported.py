"""What the record of a game holds of someone's notebook, for themselves alone."""

from __future__ import annotations

from typing import Any

from games.features.notebook.kept_lines import find_lines
from games.features.notebook.notes import Subject, find_note
from games.models import Game


def note(user_id: int, game: Game) -> str:
    """Return what someone noted about a game; empty without a note."""
    found = find_note(user_id, Subject(game_id=game.pk))
    return found.text if found is not None else ""


def lines(user_id: int, game: Game) -> list[dict[str, Any]]:
    """Return the lines that someone has tried from it."""
    found, _saved_at = find_lines(user_id, game)
    return [line._asdict() for line in found]
