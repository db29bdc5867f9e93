"""Undoing the ratings and badges of a game for someone above."""

from __future__ import annotations

from datetime import datetime

from games.features.ratings.badges.giving import note_ended, take_badges
from games.features.ratings.taking_back import restore, void


def void_ratings(game_id: str, now: datetime) -> bool:
    """Undo what a finished game did to ratings and badges; return whether there was anything."""
    if not void(game_id, now=now):
        return False
    take_badges(game_id)
    return True


def restore_ratings(game_id: str, now: datetime) -> bool:
    """Let a game that was undone count again, with its badges; return whether there was any."""
    if not restore(game_id, now=now):
        return False
    note_ended([game_id])
    return True
