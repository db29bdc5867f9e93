"""The chance to win, for the analysis of finished games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol, TypeVar

ValuedT = TypeVar("ValuedT", contravariant=True)

POINT: Final = 100
WHOLE: Final = 100 * POINT
"""A certain win of the first side, as a mark: marks are whole hundredths of a point in 100."""


class Valuer(Protocol[ValuedT]):
    """One value of the state alone, for a game of two sides.

    Every mark is the first side's: its chance to win, a draw counted half. The same value is
    asked before and after a turn, so what chance changes has a mean of zero.
    """

    @property
    def version(self) -> str:
        """The numbers it goes by: another version gives other marks."""

    @property
    def report(self) -> Mapping[str, Any]:
        """How well it held on games that it was not made from."""

    def can_value(self, state: ValuedT) -> bool:
        """Return whether a game in this state has a value."""

    def mark(self, state: ValuedT) -> int:
        """Return the mark at the start of a turn, between rounds or at the end."""

    def played(self, state: ValuedT, actions: Sequence[str]) -> int:
        """Return the mark after a turn, before what chance decides."""

    def best(self, state: ValuedT) -> tuple[int, Sequence[str]]:
        """Return the best mark that a turn reaches before what chance decides, and the turn."""

    def right(self, state: ValuedT, within: int) -> Sequence[Sequence[str]]:
        """Return the turns that promise the best mark or at most so much less, in every order of
        their actions; none where no puzzle is made of a turn."""

    def score(self, state: ValuedT) -> str:
        """Return what programs of the field write for a state; empty where they write nothing."""

    def phase_of(self, position: str) -> str:
        """Return the phase of a turn that begins in this position: one of a few words."""

    def answered(self, state: ValuedT, actions: Sequence[str]) -> int:
        """Return the mark after a turn, once the other side has answered with its best."""

    def close(self) -> None:
        """End what was started to compute."""
