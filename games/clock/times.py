"""How long a player has; the sweep and the services find out when it is over."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.models import Challenge, Game

REMIND_AFTER = 0.8
"""The share of the time after which a player is reminded."""


DAY_S = 86_400
SHORTEST_TURN_S = 5
"""Below this even a program on the same machine would be too late now and then."""


def seconds_of(agreed: Game | Challenge) -> int:
    """Return how many seconds a turn may take."""
    return agreed.turn_s or agreed.days_per_turn * DAY_S


def start_clock(game: Game, now: datetime) -> None:
    """Give the awaited players their full time from ``now``; the caller saves the game."""
    length = timedelta(seconds=seconds_of(game))
    game.clock_started_at = now
    game.deadline = now + length
    game.remind_at = now + length * REMIND_AFTER


def stop_clock(game: Game) -> None:
    """Take the deadline and its reminder away; the caller saves the game."""
    game.deadline = None
    game.remind_at = None
