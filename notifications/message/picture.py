"""The position as a picture for an email."""

from __future__ import annotations

import logging

from games.shown import pictures
from games.store.outbox import EventType
from notifications.message.context import MessageContext

logger = logging.getLogger(__name__)

WIDTH = 400


def draw_picture(context: MessageContext) -> bytes | None:
    """Return the game as the receiver sees it, as PNG; None if there is nothing to see.

    A picture that cannot be drawn is left out: the email matters more.
    """
    view = context.view
    if view is None:
        return None
    try:
        last = context.turns[-1] if context.turns else None
        if last is not None and context.event.type == EventType.ROUND_ENDED:
            # The new line-up is not what the email describes.
            return pictures.compose_turn(view.game, last, view.side, WIDTH)
        return pictures.compose_game(view.game, view.side, last, WIDTH)
    except Exception:
        logger.exception("game %s could not be drawn", view.game.pk)
        return None
