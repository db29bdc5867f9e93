"""The position as a picture for a mail."""

from __future__ import annotations

import logging

from games import pictures
from games.models import Game
from notifications.message.context import MessageContext

logger = logging.getLogger(__name__)

WIDTH = 400


def draw_picture(context: MessageContext) -> bytes | None:
    """Return the game as the receiver sees it, as PNG; None if there is nothing to see.

    A picture that cannot be drawn is left out: the mail matters more.
    """
    game = context.game
    if game is None:
        return None
    try:
        return _draw(context, game)
    except Exception:
        logger.exception("game %s could not be drawn", game.pk)
        return None


def _draw(context: MessageContext, game: Game) -> bytes:
    side = context.seat.side if context.seat else None
    last = context.turns[-1] if context.turns else None
    return pictures.compose_game(game, side, last, WIDTH)
