"""The one place that asks whether a game is live, and the two clocks that answer.

Whoever has a game locked asks ``clock_of`` for its clock and says what has happened; which clock it
is makes no difference to them. The caller saves the game.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Protocol

from games.clock.by_post import ByPost
from games.clock.live import Live
from games.clock.uptime import acts_until
from games.models import Game
from games.models.querysets import Seat


class Clock(Protocol):
    """What measures the time of one game."""

    @property
    def is_live(self) -> bool:
        """Whether it counts minutes while all sit at the board."""

    def at(self, now: datetime) -> datetime:
        """Return when something happened that arrived ``now``, by the time the clock goes by."""

    def start(self, awaited: Collection[str], now: datetime) -> None:
        """Let the time of the awaited sides run from ``now``, and set the deadline."""

    def show(self) -> None:
        """Let the clock that was just started stand while what has happened is shown."""

    def move(
        self, at: datetime, until: datetime, seats: Sequence[Seat], *, gift: timedelta = timedelta()
    ) -> None:
        """Let what was left at ``at`` run on from ``until``, with these seats from now on.

        For time in which the clock stood; and for vacations that begin or end otherwise than was
        thought and for a ``gift`` of time: then both moments are now.
        """

    def settle(self, side: str, at: datetime, *, has_played: bool, is_prepared: bool) -> int:
        """Charge a side with what it used until ``at``; return in seconds how long it worked."""

    def stop(self) -> None:
        """Let the clock stand for good."""


class Agreed(Protocol):
    """What people have agreed on: a game, its stamp, a challenge, terms."""

    @property
    def live(self) -> Mapping[str, Any] | None:
        """The terms of a live clock, or the clock itself; ``None`` by post."""


def is_live(agreed: Agreed) -> bool:
    """Return whether this is, or is to be, a live match."""
    return agreed.live is not None


def clock_of(game: Game) -> Clock:
    """Return the clock of a locked game."""
    return Live(game) if is_live(game) else ByPost(game)


def late_from(agreed: Agreed, now: datetime) -> datetime:
    """Return the latest deadline on which a reader may act.

    Of a live match the grace is in the deadline; by post it comes after.
    """
    return now if is_live(agreed) else acts_until(now)
