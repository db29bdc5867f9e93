"""Telling the referee when a live match is due, so that it need not ask the database."""

from __future__ import annotations

import logging
from typing import Final

from django.db import transaction
from redis import RedisError

from games.models import Game
from games.models.running_clock import ms_of
from games.store.wakeups import redis_client

CHANNEL: Final = "chess-eleven:due"

logger = logging.getLogger(__name__)


def tell_referee(game: Game) -> None:
    """Say after the commit when a locked live match is due.

    A message that is lost costs up to a second: the referee asks the database that often.
    """
    if game.deadline is None:
        return
    told = f"{game.pk} {ms_of(game.deadline)}"
    transaction.on_commit(lambda: _publish(told), robust=True)


def read_told(message: bytes) -> tuple[str, int] | None:
    """Return the match and its moment, in milliseconds; ``None`` for what does not read."""
    game_id, _, ms = message.decode("ascii", "replace").partition(" ")
    return (game_id, int(ms)) if ms.isdigit() else None


def _publish(told: str) -> None:
    try:
        redis_client().publish(CHANNEL, told)
    except (RedisError, OSError) as error:
        logger.warning("the referee was not told and will find out by itself: %s", error)
