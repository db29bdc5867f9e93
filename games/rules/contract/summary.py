"""All that the service may know of a state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from games.rules.contract.values import Side


class Phase(StrEnum):
    """What a game is waiting for."""

    FORMATION = "formation"
    PLAYING = "playing"
    OVER = "over"


class Standing(StrEnum):
    """How a side takes part."""

    IN = "in"
    AWAY = "away"
    """It has left and may return."""
    OUT = "out"
    """It plays no more, though the game may continue."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What the service reads of a game; a rule set makes it of its description."""

    phase: Phase
    to_act: frozenset[Side] = frozenset()
    """The sides that the game waits for; no one once it is over."""
    position: str | None = None
    """The position on the board, where there is one."""
    round: int | None = None
    """The round that is played, in a game whose rounds have boards and turns of their own."""
    score: Mapping[Side, int] | None = None
    """What each side has scored, in a game in which something is counted."""
    standing: Mapping[Side, Standing] = field(default_factory=dict)
    """The sides that are away or out; all others are in the game."""
    acts: Mapping[Side, tuple[str, ...]] = field(default_factory=dict)
    """What each side may do now besides playing and arranging: ``resign``, ``claim``, ``leave``."""

    live: Mapping[str, Any] | None = None
    """What a live game says about its clock besides the time: ``half`` and ``run_outs``, where it
    has them."""

    def may(self, side: Side, act: str) -> bool:
        """Return whether a side may do this now."""
        return act in self.acts.get(side, ())

    def is_out(self, side: Side) -> bool:
        """Return whether a side plays no more."""
        return self.standing.get(side) is Standing.OUT
