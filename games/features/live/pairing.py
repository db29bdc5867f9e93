"""Finding opponents among live seeks, in about n log n.

A seek plays against an interval of ratings: the other's rating as it was asked for, within its
window. Two fit when each rating is in the other's interval. A search that looks at every pair can
be made slow by seeks that fit no one. Here each seek is put under the ratings that it would play,
so that a search meets only seeks that would play the one who searches.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import merge
from typing import Final, NamedTuple

from games.features.live.models import Seek

_RATINGS: Final = 4096
"""More than any rating: the leaves of the tree."""


class Seeker(NamedTuple):
    """A seek with its place in the queue and the ratings that it would play by now."""

    seek: Seek
    place: int
    rating: int
    least: int
    most: int


class Kind:
    """Seeks for the same game on the same clock.

    A tree over the ratings: a seek is at the few nodes that together make up its interval, and in
    each node seeks are in the order of their ratings. The nodes from the leaf of a rating up to the
    root hold every seek that would play this rating, each once.
    """

    def __init__(self) -> None:
        self._nodes: dict[int, list[Seeker]] = defaultdict(list)
        self.seen = 0
        """How many seeks were looked at as opponents of another."""

    def add(self, one: Seeker) -> None:
        """Add a seek; they come in the order of rating and place."""
        low, high = one.least + _RATINGS, one.most + _RATINGS + 1
        while low < high:
            if low & 1:
                self._nodes[low].append(one)
                low += 1
            if high & 1:
                high -= 1
                self._nodes[high].append(one)
            low, high = low >> 1, high >> 1

    def fitting(self, one: Seeker) -> Iterator[Seeker]:
        """Yield the seeks that fit this one: the nearest in rating first, then the older."""
        node = one.rating + _RATINGS
        walks = []
        while node:
            if found := self._nodes.get(node):
                walks += [self._upward(found, one), self._downward(found, one)]
            node >>= 1
        by_distance = merge(*walks, key=lambda other: (abs(other.rating - one.rating), other.place))
        return (other for other in by_distance if other is not one)

    def _upward(self, found: list[Seeker], one: Seeker) -> Iterator[Seeker]:
        start = max(one.rating, one.least)
        for place in range(bisect_left(found, start, key=_rating), len(found)):
            self.seen += 1
            if found[place].rating > one.most:
                return
            yield found[place]

    def _downward(self, found: list[Seeker], one: Seeker) -> Iterator[Seeker]:
        end = bisect_left(found, min(one.rating, one.most + 1), key=_rating)
        while end:
            rating = found[end - 1].rating
            self.seen += 1
            if rating < one.least:
                return
            # Of one rating the older first.
            start = bisect_left(found, rating, hi=end, key=_rating)
            yield from found[start:end]
            end = start


def _rating(one: Seeker) -> int:
    return one.rating


def sorted_by_kind(
    seeks: Sequence[Seek], window_of: Callable[[Seek], int]
) -> Iterable[tuple[Seeker, Kind]]:
    """Return the seeks that could play anyone, in the order given, each with its kind."""
    found = []
    for place, seek in enumerate(seeks):
        window, rating = window_of(seek), min(seek.rating, _RATINGS - 1)
        least = max(rating - window, 0 if seek.least is None else seek.least)
        most = min(rating + window, _RATINGS - 1 if seek.most is None else seek.most)
        if least <= most:
            found.append(Seeker(seek, place, rating, least, most))
    kinds: dict[tuple[object, ...], Kind] = defaultdict(Kind)
    for one in sorted(found, key=lambda one: (one.rating, one.place)):
        kinds[_sought(one.seek)].add(one)
    return [(one, kinds[_sought(one.seek)]) for one in found]


def _sought(seek: Seek) -> tuple[object, ...]:
    """Return what two must have in common to meet."""
    return seek.ruleset, json.dumps(seek.live, sort_keys=True), seek.rated, seek.is_bot
