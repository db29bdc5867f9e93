"""Divisions: who goes up and down at a season's end, and how the next one is divided."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Final, NamedTuple, TypeVar

T = TypeVar("T")

USUAL: Final = 8
LEAST: Final = 6
MOST: Final = 10
"""Players of a division (law 10.2)."""
MOVING: Final = 2
"""So many go up, and so many down."""
MOST_LOST_BY_TIME: Final = 2
"""Who has lost so many matches by time goes down, regardless of the points (law 10.7)."""


class Move(StrEnum):
    """Where a season's place leads."""

    UP = "up"
    DOWN = "down"


class Former(NamedTuple):
    """Where someone ended in the season before."""

    division: int
    """From 1, the top."""
    place: int
    move: Move | None


def moves(
    order: Sequence[int], fallen: Collection[int], *, is_top: bool, is_last: bool
) -> dict[int, Move]:
    """Return who goes up and who goes down from a division (law 10.7).

    ``order`` has the numbers from the top, ``fallen`` those who go down regardless of the points.
    """
    moving = min(MOVING, len(order) // 2)
    ordered = [n for n in order if n not in fallen] + [n for n in order if n in fallen]
    found = dict.fromkeys(fallen, Move.DOWN)
    if not is_last:
        found |= dict.fromkeys(ordered[len(ordered) - moving :], Move.DOWN)
    if not is_top:
        found |= {number: Move.UP for number in ordered[:moving] if number not in found}
    return found


def divide(players: Iterable[tuple[T, Former | None]]) -> list[list[T]]:
    """Return the divisions of a season, the top one first (law 10.2).

    ``players`` come in the order of their entries, each with where they ended in the season before,
    or ``None``. Who does not play leaves a hole, which the best of the next division fills;
    newcomers are below all others.
    """
    levels, newcomers = _levels(players)
    pools = [levels[number] for number in sorted(levels)]
    sizes: list[int] = []
    for place, pool in enumerate(pools):
        following = [*pools[place + 1 :], newcomers]
        for below in following:
            while pool and len(pool) < USUAL and below:
                pool.append(below.pop(0))
        while len(pool) > MOST:
            following[0].insert(0, pool.pop())
        if pool:
            sizes.append(len(pool))
    ladder = [one for pool in pools for one in pool] + newcomers
    return _cut(ladder, _sized(sizes, len(newcomers)))


def _levels(
    players: Iterable[tuple[T, Former | None]],
) -> tuple[Mapping[int, list[T]], list[T]]:
    """Return who belongs into which division, and the newcomers.

    In a division are first those who stay, then those from above, then those from below: in this
    order they fill the holes of the division above.
    """
    newcomers: list[T] = []
    ranked: dict[int, list[tuple[int, int, int, T]]] = {}
    for entry, (player, former) in enumerate(players):
        if former is None:
            newcomers.append(player)
            continue
        by = {None: 0, Move.UP: -1, Move.DOWN: 1}[former.move]
        came = {0: 0, 1: 1, -1: 2}[by]
        rank = (came, former.place, entry, player)
        ranked.setdefault(max(1, former.division + by), []).append(rank)
    levels = {
        number: [one[3] for one in sorted(found, key=lambda one: one[:3])]
        for number, found in ranked.items()
    }
    return levels, newcomers


def _sized(sizes: list[int], newcomers: int) -> list[int]:
    """Return the sizes of all divisions from those that are made and how many are left."""
    total = sum(sizes) + newcomers
    if newcomers >= LEAST or not sizes:
        sizes = sizes + _evenly(newcomers)
    elif newcomers:
        sizes = [*sizes, newcomers]
    while len(sizes) > 1 and sizes[-1] < LEAST:
        # Too few for a division: they go up, and from full divisions others with them.
        last = sizes.pop()
        for place in range(len(sizes) - 1, -1, -1):
            taken = min(last, MOST - sizes[place])
            sizes[place] += taken
            last -= taken
        if last:
            return _evenly(total)
    return sizes


def _evenly(players: int) -> list[int]:
    """Return the sizes of divisions that are as equal as can be."""
    if not players:
        return []
    number = max(1, -(-players // MOST), round(players / USUAL))
    return [players // number + (place < players % number) for place in range(number)]


def _cut(ladder: Sequence[T], sizes: Iterable[int]) -> list[list[T]]:
    divisions, first = [], 0
    for size in sizes:
        divisions.append(list(ladder[first : first + size]))
        first += size
    return divisions
