"""The two clocks, by correspondence and live, and the one place that asks which of them a game has.

Lock the game, ask ``clock_of`` for its clock and say what has happened. The caller saves the game.
All in which live play differs is a member of ``Clock``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, ClassVar, Protocol

from games.clock.by_post import ByPost
from games.clock.live import Live
from games.models import Game
from games.models.querysets import Seat


class Clock(Protocol):
    """What measures the time of one game. Its class knows what all games with such a clock have."""

    pace: ClassVar[str]
    """``post`` or ``live``: ratings are kept apart by it."""
    is_live: ClassVar[bool]
    """Whether it counts minutes while all are at the board: each player plays one such game."""
    lapses_after: ClassVar[timedelta]
    """How long a challenge to such a game can be answered."""
    takes_plans: ClassVar[bool]
    """Whether players may prepare answers."""
    passes_turns: ClassVar[bool]
    """Whether a missed turn goes to the other side, and the next has the same number."""
    is_seen_late: ClassVar[bool]
    """Whether spectators see a rated game some turns late."""

    @staticmethod
    def late_from(now: datetime) -> datetime:
        """Return the latest deadline on which a reader may act."""

    @staticmethod
    def outlasts(length: timedelta) -> bool:
        """Return whether the game keeps this clock after it has stood for so long."""

    def at(self, now: datetime) -> datetime:
        """Return when something happened that arrived ``now``, by the time the clock goes by."""

    def start(self, awaited: Collection[str], now: datetime) -> None:
        """Let the time of the sides to act run from ``now``, and set the deadline."""

    def show(self) -> None:
        """Let the clock that was just started stand while what has happened is shown."""

    def move(
        self, at: datetime, until: datetime, seats: Sequence[Seat], *, gift: timedelta = timedelta()
    ) -> None:
        """Let what was left at ``at`` run on from ``until``, with these seats from now on.

        For time in which the clock was paused; and for vacations that begin or end otherwise than
        was thought and for a ``gift`` of time: then both moments are now.
        """

    def settle(self, side: str, at: datetime, *, has_played: bool, is_prepared: bool) -> int:
        """Charge a side with what it used until ``at``; return in seconds how long it worked."""

    def stop(self) -> None:
        """Pause the clock for good."""


class Agreed(Protocol):
    """What people have agreed on: a game, its stamp, a challenge, terms."""

    @property
    def live(self) -> Mapping[str, Any] | None:
        """The terms of a live clock, or the clock itself; ``None`` by correspondence."""


def kind_of(agreed: Agreed) -> type[ByPost | Live]:
    """Return the class of the clock that a game has or is to have."""
    return ByPost if agreed.live is None else Live


def clock_of(game: Game) -> Clock:
    """Return the clock of a game; to change it, lock the game first."""
    return kind_of(game)(game)
