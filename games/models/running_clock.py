"""The clock of a live game as it is stored in ``Game.live``, and as everyone sees it.

Its moments are whole milliseconds of the epoch, by the clock of the database. What moves it is
``games.clock.live``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, Self

from config.http.times import utc_ms
from games.models.shapes import LiveClock
from games.rules.contract import HALVES

FORMATION: Final = "formation"
FIRST: Final = "first"
TURN: Final = "turn"
OVER: Final = "over"
"""The phases of a clock: what runs."""

MATCH: Final = "match"
"""The name under which ``left`` holds the time of the whole game, on a clock in halves."""

FIRST_QUOTA_MS: Final = 1_500


def ms_of(at: datetime) -> int:
    """Return a moment in whole milliseconds of the epoch."""
    return round(at.timestamp() * 1000)


def moment(ms: int) -> datetime:
    """Return the moment of so many milliseconds of the epoch."""
    return datetime.fromtimestamp(ms / 1000, UTC)


@dataclass(frozen=True, slots=True)
class RunningClock:
    """A clock that runs, or stands since the game is over; ``replace`` makes the next one."""

    terms: Mapping[str, Any]
    phase: str
    left: Mapping[str, int]
    """What is left of the game, or of each side's time."""
    begins: int | None
    """From when the present time counts down."""
    ends: int | None
    """When it is over; the deadline is a grace after it."""
    quota: Mapping[str, int]
    """By side, how much of the network's time can still be made good."""
    granted: Mapping[str, int]
    """By side, how much the quota has been given so far."""

    @classmethod
    def new(cls, terms: Mapping[str, Any], sides: Collection[str]) -> Self:
        """Return the clock of a game that is about to begin."""
        if terms["clock"] == HALVES:
            left = {MATCH: terms["half"] * 1000}
        else:
            left = dict.fromkeys(sides, terms["base"] * 1000)
        quota = dict.fromkeys(sides, FIRST_QUOTA_MS)
        return cls(dict(terms), OVER, left, None, None, quota, dict(quota))

    @classmethod
    def read(cls, kept: Mapping[str, Any]) -> Self:
        """Return a clock as it was stored."""
        return cls(
            kept["terms"],
            kept["phase"],
            kept["left"],
            kept["from"],
            kept["until"],
            kept["quota"],
            kept["granted"],
        )

    def to_json(self) -> dict[str, Any]:
        """Return the clock as it is stored."""
        return {
            "terms": self.terms,
            "phase": self.phase,
            "left": self.left,
            "from": self.begins,
            "until": self.ends,
            "quota": self.quota,
            "granted": self.granted,
        }

    def shown(self, description: Mapping[str, Any]) -> LiveClock:
        """Return the clock as everyone sees it; ``description`` is by the rules."""
        is_turn = self.phase in (FIRST, TURN)
        begins = None if self.begins is None else utc_ms(moment(self.begins))
        ends = None if self.ends is None else utc_ms(moment(self.ends))
        return {
            "terms": self.terms,
            "phase": self.phase,
            "half": description.get("half"),
            "clock_ms": self.left,
            "running": self.phase == TURN or (self.phase == FIRST and MATCH in self.left),
            "runs_from": begins,
            "turn_ends_at": ends if is_turn else None,
            "formation_ends_at": ends if self.phase == FORMATION else None,
            "run_outs": description.get("run_outs"),
        }
