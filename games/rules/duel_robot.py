"""A player of duels made of code: looks some moves ahead and follows captures out.

Three strengths share one way of weighing: ``easy`` looks at its own move alone and misjudges,
``medium`` at the answer too, ``hard`` one move further. A game gives its board and a ``weigh``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Generic, TypeVar

from games.rules import repetition
from games.rules.contract import Side
from games.rules.duel import Board, DuelState, Placed

MATE: Final = 100_000
MOST_CAPTURES: Final = 4
"""How many captures in a row are followed beyond the depth."""

PositionT = TypeVar("PositionT", bound=Placed)
MoveT = TypeVar("MoveT")


@dataclass(frozen=True, slots=True)
class Strength:
    """How far a robot looks, and how much it misjudges, in hundredths of a pawn."""

    depth: int
    noise: float
    captures: int


STRENGTHS: Final = {
    "easy": Strength(depth=1, noise=60, captures=0),
    "medium": Strength(depth=2, noise=15, captures=2),
    "hard": Strength(depth=3, noise=3, captures=MOST_CAPTURES),
}


@dataclass(eq=False)
class DuelRobot(Generic[PositionT, MoveT]):
    """A robot over a board. ``weigh`` is a position's worth to the side to move.

    ``gain`` is the worth of what a move captures or becomes, 0 for a quiet one: captures are tried
    in its order, the greatest first.
    """

    board: Board[PositionT, MoveT]
    weigh: Callable[[PositionT], float]
    gain: Callable[[PositionT, MoveT], float]
    strengths: tuple[str, ...] = tuple(STRENGTHS)

    def choose_turn(
        self, state: DuelState[PositionT], strength: str, rng: Random
    ) -> tuple[str, ...]:
        """Return the move that looks best, the sum of what is seen and of what is misjudged."""
        chosen = STRENGTHS[strength]
        position = state.position
        best, choice = -float(2 * MATE), None
        for move in self._ordered(position):
            after = self.board.make_move(position, move)
            misjudged = rng.gauss(0, chosen.noise)
            if self._comes_back(state, after):
                seen = 0.0
            else:
                # A cut-off at what is known to be worse needs room for what is misjudged.
                bound = best - 4 * chosen.noise
                seen = -self._search(after, chosen.depth - 1, -MATE * 2, -bound, chosen.captures)
            if seen + misjudged > best or choice is None:
                best, choice = seen + misjudged, move
        assert choice is not None, "a side to act has a legal move"
        return (self.board.write_action(choice),)

    def choose_arrangement(
        self, state: DuelState[PositionT], side: Side, strength: str, rng: Random
    ) -> Mapping[str, Any]:
        """Never asked: a duel has no formations."""
        return {}

    def _comes_back(self, state: DuelState[PositionT], after: PositionT) -> bool:
        return repetition.times(state.counts, self.board.key(after)) > 0

    def _ordered(self, position: PositionT) -> list[MoveT]:
        moves = self.board.legal_moves(position)
        return sorted(moves, key=lambda move: -self.gain(position, move))

    def _search(
        self, position: PositionT, depth: int, low: float, high: float, captures: int
    ) -> float:
        """Return the worth of a position to the side to move, between two bounds."""
        if depth == 0:
            return self._follow_captures(position, low, high, captures)
        moves = self._ordered(position)
        if not moves:
            # The sooner a mate, the better: what is seen with more depth left is sooner.
            return -(MATE + depth) if self.board.is_check(position) else 0.0
        if self.board.is_dead(position):
            return 0.0
        for move in moves:
            after = self.board.make_move(position, move)
            low = max(low, -self._search(after, depth - 1, -high, -low, captures))
            if low >= high:
                break
        return low

    def _follow_captures(
        self, position: PositionT, low: float, high: float, captures: int
    ) -> float:
        low = max(low, self.weigh(position))
        if low >= high:
            return low
        moves = self._ordered(position)
        if not moves:
            return -float(MATE) if self.board.is_check(position) else 0.0
        if captures == 0:
            return low
        for move in moves:
            if self.gain(position, move) <= 0:
                break
            after = self.board.make_move(position, move)
            low = max(low, -self._follow_captures(after, -high, -low, captures - 1))
            if low >= high:
                break
        return low
