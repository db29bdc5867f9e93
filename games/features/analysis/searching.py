"""Better turns: what the best turn would have had more than the one played.

1. The best of each turn is found by the value that made the marks.
2. The largest misses are looked at again: both turns, once the other side has answered with its
   best. A miss is kept if at least half of it is left, so that no one is blamed for seeing further.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, Final, NamedTuple

from games.features.analysis.models import Analysis
from games.features.analysis.totals import TurnMarks
from games.models import Turn
from games.play.replay import Walked
from games.play.turns import sent_actions
from games.rules.contract import POINT, Valuer

NEWEST: Final = 300
"""So many turns at the end of a game are searched."""
MISSED: Final = 7 * POINT
"""From so much on a miss can be a turning point."""
MOST_OF_A_SIDE: Final = 3


TRIED_AGAIN: Final = 10 * POINT
"""From so much on a miss comes back as a puzzle."""
AS_GOOD: Final = 2 * POINT
"""Turns that promise so much less than the best are right as well."""


class Miss(NamedTuple):
    """A turn in place of which a better one was there."""

    turn: int
    mover: int
    missed: int
    """For the player of the turn."""
    best: int
    """The first side's mark of the better turn."""
    actions: list[str]


def search(
    row: Analysis,
    valuer: Valuer[Any],
    walked: Iterable[Walked],
    people: Collection[str],
    may_continue: Callable[[], bool],
) -> bool:
    """Add the best turns that are missing; return whether they are all there."""
    oldest = row.done_to - NEWEST
    for one in walked:
        if not isinstance(one.row, Turn) or one.number <= len(row.best):
            continue
        is_wanted = one.row.side in people and one.number > oldest
        if not is_wanted or one.row.taken_back:
            row.best.append(None)
            row.best_turns.append("")
            continue
        mark, actions = valuer.best(one.before)
        row.best.append(mark)
        row.best_turns.append(" ".join(actions))
        if not may_continue():
            return False
    return True


def look_again(
    row: Analysis,
    valuer: Valuer[Any],
    walked: Iterable[Walked],
    found: Collection[Miss],
    may_continue: Callable[[], bool],
) -> bool:
    """Look again at the misses that were not yet; return whether none is left."""
    missing = {one.turn: one for one in found if str(one.turn) not in row.looked_again}
    for one in walked:
        miss = missing.get(one.number)
        if miss is None or not isinstance(one.row, Turn):
            continue
        gap = valuer.answered(one.before, miss.actions)
        gap -= valuer.answered(one.before, sent_actions(one.row.actions))
        row.looked_again[str(miss.turn)] = 2 * (-gap if miss.mover else gap) >= miss.missed
        if not may_continue():
            break
    return all(str(turn) in row.looked_again for turn in missing)


def misses_of_turns(
    row: Analysis, marks: Sequence[TurnMarks], movers: Sequence[int]
) -> list[Miss | None]:
    """Return what each turn missed; ``None`` for a turn that was not searched."""
    found: list[Miss | None] = [None] * len(marks)
    turns = zip(row.best, row.best_turns, marks, movers, strict=False)
    for place, (best, text, one, mover) in enumerate(turns):
        if best is not None:
            # Only a chess program can find, a move later, that the turn played was better still.
            missed = max(one.played - best if mover else best - one.played, 0)
            found[place] = Miss(one.number, mover, missed, best, text.split())
    return found


def largest(found: Sequence[Miss | None]) -> list[Miss]:
    """Return the largest misses of each side, in the order of the game."""
    large = [one for one in found if one is not None and one.missed >= MISSED]
    large.sort(key=lambda one: (-one.missed, one.turn))
    of_sides = [[one for one in large if one.mover == mover] for mover in (0, 1)]
    return sorted(one for side in of_sides for one in side[:MOST_OF_A_SIDE])


def turning_points(row: Analysis, found: Sequence[Miss | None]) -> list[Miss]:
    """Return the largest misses that still were one when they were looked at again."""
    return [one for one in largest(found) if row.looked_again.get(str(one.turn))]
