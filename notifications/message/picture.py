"""The position as a picture for a mail."""

from __future__ import annotations

import logging

from games import pictures
from games.models import Game
from notifications.message.context import Scene

logger = logging.getLogger(__name__)

WIDTH = 400


def draw_scene(scene: Scene) -> bytes | None:
    """Return the game as the receiver sees it, as PNG; None if there is nothing to see.

    A picture that cannot be drawn is left out: the mail matters more.
    """
    game = scene.game
    if game is None:
        return None
    try:
        return _draw(scene, game)
    except Exception:
        logger.exception("game %s could not be drawn", game.pk)
        return None


def _draw(scene: Scene, game: Game) -> bytes:
    side = scene.seat.side if scene.seat else None
    last = scene.turns[-1] if scene.turns else None
    return pictures.compose_game(game, side, last, WIDTH)
