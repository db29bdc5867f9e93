"""Which games may be shown elsewhere, and to whom."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from games.models import Game
from games.play import watching
from games.refusals import NotFound


def find_shared(game_id: str, now: datetime, user_id: int | None = None) -> Game:
    """Return a game that may be shown elsewhere; a private one to its players alone.

    Raises ``NotFound``: only they may say that there is such a game.
    """
    game = watching.watch_game(game_id, now, user_id)
    if not game.is_public and user_id not in {seat.user_id for seat in game.seats}:
        raise NotFound(_("This game doesn't exist."))
    return game
