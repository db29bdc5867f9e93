"""What a player has put together and not sent: it is played when the turn's clock runs out."""

from __future__ import annotations

from games.models import Game


def take_staged(game: Game, side: str) -> tuple[str, ...] | None:
    """Return the actions that are kept for the next turn of this side, and forget them.

    The game is locked. ``None`` where nothing is kept.
    """
    return None
