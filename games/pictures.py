"""Pictures of games, from the one drawing that the rules give out."""

from __future__ import annotations

from functools import lru_cache

import resvg_py

from games.models import Game, Turn
from games.services.steps import rules_of


def draw_game(game: Game, side: str | None, last: Turn | None = None) -> str:
    """Return a game as it stands, as SVG, with the turn that led there marked."""
    rules = rules_of(game)
    shown = last if last is not None and game.status != Game.Status.FORMATION else None
    return rules.draw(
        rules.load(game.state),
        side=side,
        last=shown.actions if shown else (),
        before=shown.position_before if shown else None,
    )


def draw_turn(game: Game, turn: Turn, side: str | None) -> str:
    """Return the position after a turn as SVG; the one before it where the turn ended a round."""
    rules = rules_of(game)
    return rules.draw(
        rules.load(game.state),
        position=turn.position_after or turn.position_before,
        side=side,
        last=turn.actions,
        before=turn.position_before,
    )


# Every round begins with one of a few formations, and a preview is fetched many times.
@lru_cache(maxsize=256)
def to_png(svg: str, width: int) -> bytes:
    """Return a picture as PNG, so many pixels wide."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True))
