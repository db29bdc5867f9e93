"""A player of duels made of code: looks some moves ahead and follows captures out.

Three strengths share one way of weighing: ``easy`` looks at its own move alone and misjudges,
``medium`` at the answer too, ``hard`` as deep as so many positions let it. A game gives its board
and a ``weigh``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, Final, Generic, TypeVar

from games.rules import repetition
from games.rules.contract import Side
from games.rules.duel import DuelState
from games.rules.duel_board import Board, Placed
from games.rules.duel_outcome import SIDES

MATE: Final = 100_000
MOST_CAPTURES: Final = 4
"""How many captures in a row are followed beyond the depth."""
WORSE: Final = 100.0
"""How far behind a position must be for a draw to be welcome, in hundredths of a pawn."""
LONG_QUIET: Final = 40
"""From so many quiet moves on a draw is welcome wherever the bot is not ahead."""

PositionT = TypeVar("PositionT", bound=Placed)
MoveT = TypeVar("MoveT")


@dataclass(frozen=True, slots=True)
class Strength:
    """How far a bot looks, and how much it misjudges, in hundredths of a pawn.

    ``nodes`` is how many positions it may look at, so that a turn takes no longer on a board full
    of moves. It is counted and not timed: the same state and seed give the same turn anywhere.
    """

    depth: int
    noise: float
    captures: int
    nodes: int


STRENGTHS: Final = {
    "easy": Strength(depth=1, noise=60, captures=0, nodes=1_000),
    "medium": Strength(depth=2, noise=8, captures=3, nodes=4_000),
    "hard": Strength(depth=4, noise=3, captures=MOST_CAPTURES, nodes=12_000),
}


@dataclass(eq=False)
class DuelRobot(Generic[PositionT, MoveT]):
    """A bot over a board. ``weigh`` is a position's worth to the side to move.

    ``gain`` is the worth of what a move captures or becomes, 0 for a quiet one: captures are tried
    in its order, the greatest first.
    """

    board: Board[PositionT, MoveT]
    weigh: Callable[[PositionT], float]
    gain: Callable[[PositionT, MoveT], float]
    strengths: tuple[str, ...] = tuple(STRENGTHS)
    slow_strengths: tuple[str, ...] = ()

    def choose_turn(
        self, state: DuelState[PositionT], strength: str, rng: Random
    ) -> tuple[str, ...]:
        """Return the move that looks best, the sum of what is seen and of what is misjudged."""
        chosen = STRENGTHS[strength]
        stood = partial(repetition.times, state.counts)
        search = Search(self, state.position, chosen, rng, stood)
        return (self.board.write_action(search.best()),)

    def agrees_to_draw(self, state: DuelState[PositionT], side: Side, strength: str) -> bool:
        """Agree a pawn behind, or where long nothing has happened and it is not ahead."""
        position = state.position
        search = Search(self, position, STRENGTHS["medium"], Random(0), lambda key: 0)
        worth = search.standing(position)
        if SIDES[position.side] != side:
            worth = -worth
        return worth <= (0.0 if position.quiet >= LONG_QUIET else -WORSE)

    def choose_arrangement(
        self, state: DuelState[PositionT], side: Side, strength: str, rng: Random
    ) -> Mapping[str, Any]:
        """Never asked: a duel has no formations."""
        return {}


class _Spent(Exception):
    """The positions that a strength may look at are used up."""


class Search(Generic[PositionT, MoveT]):
    """The search for one move: deeper and deeper, what looked best first, until it is spent."""

    def __init__(
        self,
        robot: DuelRobot[PositionT, MoveT],
        position: PositionT,
        strength: Strength,
        rng: Random,
        stood: Callable[[str], int],
    ) -> None:
        self.board, self.weigh, self.gain = robot.board, robot.weigh, robot.gain
        self.strength = strength
        self.left = strength.nodes
        self.cuts: dict[MoveT, int] = {}
        """How often a quiet move refuted another: it is tried sooner elsewhere."""
        self.ways = [
            _Way(move, self.board.make_move(position, move), rng.gauss(0, strength.noise))
            for move in self._ordered(position)
        ]
        for way in self.ways:
            way.settled = self._settle(way.after, stood)

    def best(self) -> MoveT:
        """Return the best move of the greatest depth that could be looked through."""
        assert self.ways, "a side to act has a legal move"
        best = self.ways[0]
        for depth in range(1, self.strength.depth + 1):
            if depth > 1:
                self.ways.sort(key=lambda way: way is not best)
            try:
                best = self._best_at(depth)
            except _Spent:
                break
        return best.move

    def standing(self, position: PositionT) -> float:
        """Return what a position is worth to the side to move once captures are followed out."""
        try:
            return self._follow_captures(position, -4.0 * MATE, 4.0 * MATE, MOST_CAPTURES)
        except _Spent:
            return self.weigh(position)

    def _settle(self, after: PositionT, stood: Callable[[str], int]) -> float | None:
        """Return the worth of what ends the game or stood before, else ``None``."""
        if not self.board.legal_moves(after):
            return float(2 * MATE) if self.board.is_check(after) else 0.0
        return 0.0 if self.board.is_dead(after) or stood(self.board.key(after)) else None

    def _best_at(self, depth: int) -> _Way[PositionT, MoveT]:
        best, choice = -float(4 * MATE), self.ways[0]
        for way in self.ways:
            seen = way.settled
            if seen is None:
                bound = best - way.misjudged
                seen = -self._search(way.after, depth - 1, -4.0 * MATE, -bound)
            if seen + way.misjudged > best:
                best, choice = seen + way.misjudged, way
        return choice

    def _ordered(self, position: PositionT) -> list[MoveT]:
        cuts = self.cuts
        gained = [(self.gain(position, move), move) for move in self.board.legal_moves(position)]
        gained.sort(key=lambda one: (-one[0], -cuts.get(one[1], 0)))
        return [move for _, move in gained]

    def _search(self, position: PositionT, depth: int, low: float, high: float) -> float:
        """Return the worth of a position to the side to move, between two bounds."""
        if depth == 0:
            return self._follow_captures(position, low, high, self.strength.captures)
        self._count()
        moves = self._ordered(position)
        if not moves:
            # The sooner a mate, the better: what is seen with more depth left is sooner.
            return -float(MATE + depth) if self.board.is_check(position) else 0.0
        if self.board.is_dead(position):
            return 0.0
        for move in moves:
            after = self.board.make_move(position, move)
            low = max(low, -self._search(after, depth - 1, -high, -low))
            if low >= high:
                self.cuts[move] = self.cuts.get(move, 0) + depth * depth
                break
        return low

    def _follow_captures(
        self, position: PositionT, low: float, high: float, captures: int
    ) -> float:
        self._count()
        low = max(low, self.weigh(position))
        if low >= high or captures == 0:
            return low
        moves = self.board.legal_moves(position)
        if not moves:
            return -float(MATE) if self.board.is_check(position) else 0.0
        gained = [(gain, move) for move in moves if (gain := self.gain(position, move)) > 0]
        for _, move in sorted(gained, key=lambda one: -one[0]):
            after = self.board.make_move(position, move)
            low = max(low, -self._follow_captures(after, -high, -low, captures - 1))
            if low >= high:
                break
        return low

    def _count(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise _Spent


@dataclass(eq=False, slots=True)
class _Way(Generic[PositionT, MoveT]):
    """A move that may be chosen: where it leads, and by how much it is misjudged."""

    move: MoveT
    after: PositionT
    misjudged: float
    settled: float | None = None
