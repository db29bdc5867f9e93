"""What looks ahead: trees of positions, and players made of code."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, Protocol, TypeVar

from games.rules.contract.values import Happening, Options, Side, StateT, Terms

PlayedT = TypeVar("PlayedT", contravariant=True)


class Tree(Protocol[StateT]):
    """The positions of a game and every way on from each, for perft and for lists."""

    ends_are_leaves: bool
    """Whether an edge that ends the round counts at any depth, or at its own alone."""

    def start(self, options: Terms) -> StateT:
        """Return the first position of a game with these options."""

    def read(self, text: str) -> StateT:
        """Return a position; raises ``RulesError`` for what does not read or cannot be."""

    def write(self, position: StateT) -> str:
        """Return the text of a position."""

    def edges(self, position: StateT) -> Sequence[tuple[str, StateT | str]]:
        """Return each edge with the position it leads to, or how the round ends there."""

    def count(self, position: StateT) -> tuple[int, Sequence[StateT]]:
        """Return how many edges end the round, and the positions the others lead to."""


class WholeTurn(NamedTuple):
    """A turn as it could be sent, and the position it leads to where that is certain."""

    actions: tuple[str, ...]
    position: str | None


class Explorer(Protocol[StateT]):
    """What may be played in any position, without a game: for programs that look ahead."""

    def read(self, text: str) -> StateT:
        """Return a position; raises ``RulesError`` for what does not read or cannot be."""

    def read_as_if(self, text: str, side: Side) -> StateT:
        """Return a position as if it were this side's turn; raises ``RulesError`` where it can't
        be, as when the other side is in check."""

    def choices(self, position: StateT, after: Sequence[str]) -> Options:
        """Return what may follow ``after``, as ``RuleSet.choices`` does."""

    def turns(self, position: StateT) -> Iterator[WholeTurn]:
        """Yield every whole turn of the side to play; anyone who has enough stops."""


class Shooting(Protocol):
    """What the shots of a game with goals were worth, from its record alone."""

    def chances(self, position_before: str, actions: Sequence[str]) -> Mapping[str, int] | None:
        """Return how the shot of a recorded turn could have ended, in per cent, the goal under
        ``goal``; ``None`` where it holds no shot."""
        ...

    def scorer(self, position_before: str, actions: Sequence[str]) -> str:
        """Return who shot or gave mate at the end of a recorded turn, in words."""
        ...

    def figures(self, happenings: Sequence[Happening]) -> Mapping[str, int]:
        """Return what a turn adds to the figures of its side: ``shots``, ``goals``, ``saved``,
        ``blocked``, ``corners``, ``mates`` and ``captures``."""
        ...

    def is_corner(self, position_before: str) -> bool:
        """Return whether a turn from this position was the one after a corner."""
        ...

    def score_after(self, happenings: Sequence[Happening]) -> Mapping[Side, int] | None:
        """Return what each side has scored after a turn that ended a round, else ``None``."""
        ...


class Robot(Protocol[PlayedT]):
    """A player made of code. Chance comes in as a generator."""

    strengths: tuple[str, ...]
    """Weakest first."""
    slow_strengths: tuple[str, ...]
    """Those that think for longer than a moment: they never keep the others waiting."""

    def choose_turn(self, state: PlayedT, strength: str, rng: Random) -> tuple[str, ...]:
        """Return the actions of a legal turn of the side to act."""

    def agrees_to_draw(self, state: PlayedT, side: Side, strength: str) -> bool:
        """Return whether it takes a draw that is offered now: where it is clearly not better."""

    def choose_arrangement(
        self, state: PlayedT, side: Side, strength: str, rng: Random
    ) -> Mapping[str, Any]:
        """Return how a side is set up before a round; never asked where nothing is arranged."""
