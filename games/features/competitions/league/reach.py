"""The best and the worst place that a player can still come to (law 10.6).

Whether a player can still be first is a hard problem where a win brings three points and a draw
one, but a division is small: at most ten players. For the best place the player wins all that is
open, and the fewest others have to end above. A set of those who may is tried, the smallest sets
first: they win against everyone, and between all others the open matches are to be shared out so
that none of them gets past. Anyone who stays below even by winning everything takes part in no
search, which leaves next to nothing of it most of the time. The worst place is the mirror image.

A search is bounded. If it is given up, the place is the best that was not ruled out, and never
better than the truth: what is shown is always true. Level on points counts as either way while one
of the two has an open match, since a win has no greatest number of goals. That no one leaves is
taken for granted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from games.features.competitions.league.table import DRAW, WIN, Table

BUDGET: Final = 4000
"""Positions that are looked at for one place at most."""
_OUTCOMES: Final = ((WIN, 0), (0, WIN), (DRAW, DRAW))

Pair = tuple[int, int]


class Reach(NamedTuple):
    """The places between which a player will end."""

    best: int
    worst: int


class _GivenUp(Exception):
    """The search has become too long."""


def reach(table: Table) -> dict[int, Reach]:
    """Return the best and the worst place of every player in a table."""
    return {number: Reach(_best(table, number), _worst(table, number)) for number in table.order}


def _best(table: Table, player: int) -> int:
    standing = {line.number: line.standing for line in table.lines}
    degree = _degrees(table.open)
    most = standing[player][0] + WIN * degree[player]
    above: set[int] = set()
    room: dict[int, int] = {}
    for other, own in standing.items():
        if other == player:
            continue
        is_fixed = not degree[player] and not degree[other]
        if own[0] > most or (is_fixed and own > standing[player]):
            above.add(other)
        else:
            room[other] = most - own[0]
    matches = [pair for pair in table.open if player not in pair and not above.intersection(pair)]
    search = _Search(is_most=True)
    try:
        for size in range(len(room) + 1):
            for chosen in combinations(sorted(room, key=room.__getitem__), size):
                left = {one: own for one, own in room.items() if one not in chosen}
                if search.can(left, _among(left, matches)):
                    return len(above) + size + 1
    except _GivenUp:
        return len(above) + size + 1
    raise AssertionError("with everybody above there is nothing to share out")


def _worst(table: Table, player: int) -> int:
    standing = {line.number: line.standing for line in table.lines}
    degree = _degrees(table.open)
    least = standing[player][0]
    points = {one: own[0] for one, own in standing.items() if one != player}
    for pair in table.open:
        if player in pair:
            points[pair[0] if pair[1] == player else pair[1]] += WIN
    below = {
        one
        for one, own in points.items()
        if own + WIN * degree[one] < least
        or (not degree[player] and not degree[one] and standing[one] < standing[player])
    }
    candidates = sorted((one for one in points if one not in below), key=points.__getitem__)
    matches = [pair for pair in table.open if player not in pair]
    search = _Search(is_most=False)
    try:
        for size in range(len(candidates) + 1):
            for stay in combinations(candidates, size):
                need = {one: least - points[one] for one in candidates if one not in stay}
                for one, other in matches:
                    # Who stays below, or ends there anyhow, loses to all others.
                    if (one in need) != (other in need):
                        need[one if one in need else other] -= WIN
                if search.can(need, _among(need, matches)):
                    return len(need) + 1
    except _GivenUp:
        return len(candidates) - size + 1
    raise AssertionError("nobody above is always possible")


def _degrees(matches: Iterable[Pair]) -> Counter[int]:
    return Counter(number for pair in matches for number in pair)


def _among(players: Mapping[int, int], matches: Iterable[Pair]) -> list[Pair]:
    return [pair for pair in matches if pair[0] in players and pair[1] in players]


class _Search:
    """Shares out matches so that no one breaks their bound.

    A bound is the most that a player may still get, or the least that a player needs.
    """

    def __init__(self, *, is_most: bool) -> None:
        self.is_most = is_most
        self.left = BUDGET

    def can(self, bounds: Mapping[int, int], matches: Sequence[Pair]) -> bool:
        """Return whether the matches can end so that all keep their bounds."""
        self.left -= 1
        if self.left < 0:
            raise _GivenUp
        bounds, matches = dict(bounds), list(matches)
        while True:
            degree = _degrees(matches)
            if any(self._is_broken(bound, degree[one]) for one, bound in bounds.items()):
                return False
            free = next((one for one in degree if self._is_free(bounds[one], degree[one])), None)
            if free is None:
                break
            for pair in matches:
                if free in pair:
                    winner = free if self.is_most else pair[0] if pair[1] == free else pair[1]
                    bounds[winner] -= WIN
            matches = [pair for pair in matches if free not in pair]
        return not matches or (
            self._may_be(bounds, degree, len(matches)) and self._try(bounds, matches)
        )

    def _try(self, bounds: Mapping[int, int], matches: Sequence[Pair]) -> bool:
        """Try every outcome of a match of the player with the least choice."""
        tight = (
            min(bounds, key=bounds.__getitem__)
            if self.is_most
            else max(bounds, key=bounds.__getitem__)
        )
        pair = next((one for one in matches if tight in one), matches[0])
        rest = [one for one in matches if one != pair]
        return any(
            self.can({**bounds, pair[0]: bounds[pair[0]] - a, pair[1]: bounds[pair[1]] - b}, rest)
            for a, b in _OUTCOMES
        )

    def _is_broken(self, bound: int, matches: int) -> bool:
        return bound < 0 if self.is_most else bound > WIN * matches

    def _is_free(self, bound: int, matches: int) -> bool:
        return bound >= WIN * matches if self.is_most else bound <= 0

    def _may_be(self, bounds: Mapping[int, int], degree: Mapping[int, int], matches: int) -> bool:
        """Return whether the points of so many matches fit at all: two or three from each."""
        together = sum(bound for one, bound in bounds.items() if degree.get(one))
        return together >= 2 * DRAW * matches if self.is_most else together <= WIN * matches
