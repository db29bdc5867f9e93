"""The position as a picture for a mail."""

from __future__ import annotations

import logging
from functools import lru_cache

import resvg_py

from games.models import Game
from games.rules import registry
from notifications.scenes import Scene

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
    rules = registry.get(game.ruleset, game.rules_version)
    side = scene.seat.side if scene.seat else None
    is_played = game.status != Game.Status.FORMATION and bool(scene.turns)
    last = scene.turns[-1].actions if is_played else ()
    return _render(rules.draw(rules.load(game.state), side=side, last=last))


# Every round begins with one of a few formations, seen from either side.
@lru_cache(maxsize=256)
def _render(svg: str) -> bytes:
    return resvg_py.svg_to_bytes(svg_string=svg, width=WIDTH, skip_system_fonts=True)
