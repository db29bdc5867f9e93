"""Some turns ahead: the best of your own, the other side's best against it, and so on.

Expectimax over whole turns with alpha and beta. A shot is a node of chance, searched as Star1 does
(Ballard 1983): what its other outcomes could come to at the very most bounds each. Turns are tried
in the order of how they look at first, and only the first so many are followed. What looks
like most after the last turn is its worth, so an odd number of turns is weighed where the same side
has just played: a last turn of the other side's would make everything look worse than it is.

How many positions may be looked into is counted and not timed: the same position and seed give the
same turn on any machine.
"""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from games.rules.chess_eleven.position import Position
from games.rules.chess_eleven.turn import Next
from games.rules.chess_eleven.weighing import (
    MATE_WORTH,
    Candidate,
    candidates,
    value_of,
    weigh,
)

MOST: Final = MATE_WORTH
"""Nothing is worth more to a side, or less than as much to the other."""
THREAT: Final = 1.0
NODES: Final = 700
"""Positions of which every turn is looked at before a choice is made, some 2 ms each."""


class Spent(Exception):
    """As many positions were looked into as may be."""


class Way(NamedTuple):
    """A turn, and what it is worth at a first look."""

    worth: float
    place: int
    turn: Candidate


class Search:
    """The search for one turn of the side to play."""

    def __init__(
        self, position: Position, widths: tuple[int, ...], noise: float, rng: Random
    ) -> None:
        self._me = position.side
        self._widths = widths
        self.left = NODES
        self._judged: dict[Position, float] = {}
        self._looked_into: dict[Position, list[Way]] = {}
        found = self._ordered(position)[: widths[0]]
        self._ways = [(way, rng.gauss(0, noise)) for way in found]

    def best(self) -> Candidate:
        """Return the best turn of the greatest depth that could be looked through."""
        best = self._ways[0][0]
        for depth in range(1, len(self._widths) + 1):
            try:
                best = self._best_at(depth)
            except Spent:
                break
            # What was best so far is looked at first: it cuts the others short.
            self._ways.sort(key=lambda one: one[0] is not best)
        return best.turn

    def _best_at(self, depth: int) -> Way:
        most, choice = -2 * MOST, self._ways[0][0]
        for way, misjudged in self._ways:
            bound = max(most - misjudged, -MOST)
            worth = self._expected(way.turn, depth, bound, MOST) + misjudged
            if worth > most:
                most, choice = worth, way
        return choice

    def _expected(self, turn: Candidate, depth: int, low: float, high: float) -> float:
        """Return what a turn leads to in the mean, exactly if it lies between two bounds."""
        if len(turn.leads_to) == 1:
            return self._search(turn.leads_to[0][1], depth, low, high)
        known, rest = 0.0, 1.0
        for chance, after in turn.leads_to:
            rest -= chance
            least = (low - known - rest * MOST) / chance
            most = (high - known + rest * MOST) / chance
            worth = self._search(after, depth, max(least, -MOST), min(most, MOST))
            known += chance * worth
            if worth <= least:
                return known + rest * MOST
            if worth >= most:
                return known - rest * MOST
        return known

    def _search(self, after: Next, depth: int, low: float, high: float) -> float:
        """Return what may be had from here on, with so many turns still to be played."""
        if not isinstance(after, Position) or depth == 0:
            return value_of(after, self._me, self._judge)
        ways = self._ordered(after)
        mine = after.side == self._me
        if not ways:
            return self._judge(after)
        if depth == 1:
            return ways[0].worth
        best = -2 * MOST if mine else 2 * MOST
        for way in ways[: self._widths[len(self._widths) - depth + 1]]:
            worth = self._expected(way.turn, depth - 1, low, high)
            if mine:
                best, low = max(best, worth), max(low, worth)
            else:
                best, high = min(best, worth), min(high, worth)
            if low >= high:
                break
        return best

    def _ordered(self, position: Position) -> list[Way]:
        """Return the turns of a position, what looks best to the side to play first."""
        known = self._looked_into.get(position)
        if known is not None:
            return known
        if not self.left:
            raise Spent
        self.left -= 1
        sign = -1.0 if position.side == self._me else 1.0
        ways = [
            Way(self._seen(turn), place, turn) for place, turn in enumerate(candidates(position))
        ]
        ways.sort(key=lambda way: (sign * way.worth, way.place))
        self._looked_into[position] = ways
        return ways

    def _seen(self, turn: Candidate) -> float:
        return sum(
            chance * value_of(after, self._me, self._judge) for chance, after in turn.leads_to
        )

    def _judge(self, position: Position) -> float:
        judged = self._judged.get(position)
        if judged is None:
            judged = self._judged[position] = weigh(position, self._me, THREAT)
        return judged
