"""Tallies of the boards: each change of a rating is added up once, not each game at every look."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Final

from django.db import transaction

from games.features.ratings.models import EVER, RatingChange, Tally
from games.models import Game, Player
from games.rules import registry

BATCH: Final = 1000
SECONDS: Final = 25.0
"""Longer than this no call counts: what is left waits for the next."""
KEPT: Final = timedelta(days=40)
"""How long the tally of a single day is kept: longer than any board looks back."""
OPPONENTS: Final = 5
"""So many opponents are remembered; a board asks for no more."""

_SUMS: Final = ("games", "won", "scored", "goals", "shot", "expected", "mates")
_COLUMNS: Final = (
    "pool",
    "because",
    "score",
    "user__deleted_at",
    "game__ruleset",
    "game__winner",
    "game__reason",
    "game__finished_at",
)
_Key = tuple[str, int, date]


def count_changes(now: datetime) -> int:
    """Add to the tallies the changes that are not in them; return how many were added."""
    until = time.monotonic() + SECONDS
    counted = 0
    while (number := _count_some()) > 0:
        counted += number
        if time.monotonic() > until:
            break
    Tally.objects.filter(day__gt=EVER, day__lt=(now - KEPT).date()).delete()
    return counted


@transaction.atomic
def _count_some() -> int:
    """Add the oldest changes. Two at the same time: the second waits, and finds the next ones."""
    changes = list(
        RatingChange.objects.select_for_update(of=["self"])
        .filter(counted=False)
        .select_related("game", "user")
        .prefetch_related("game__players")
        .only(*_COLUMNS)
        .order_by("pk")[:BATCH]
    )
    ids = [change.pk for change in changes]
    # The games of a deleted account stay with the others; it has no place on a board.
    changes = [
        change
        for change in changes
        if change.because != RatingChange.Because.GIVEN_BACK and change.user.deleted_at is None
    ]
    tallies = _stored(changes)
    for change in changes:
        for day in (EVER, _day(change)):
            _add(tallies[change.pool, change.user_id, day], change)
    Tally.objects.bulk_create(
        tallies.values(),
        update_conflicts=True,
        unique_fields=["pool", "user", "day"],
        update_fields=[*_SUMS, "streak", "opponents"],
    )
    RatingChange.objects.filter(pk__in=ids).update(counted=True)
    return len(ids)


def _stored(changes: Sequence[RatingChange]) -> dict[_Key, Tally]:
    """Return the tallies that these changes go into, new where there are none yet."""
    keys = {
        (change.pool, change.user_id, day) for change in changes for day in (EVER, _day(change))
    }
    there = Tally.objects.select_for_update().filter(
        pool__in={pool for pool, _user, _day in keys},
        user__in={user for _pool, user, _day in keys},
        day__in={day for _pool, _user, day in keys},
    )
    found = {(row.pool, row.user_id, row.day): row for row in there.order_by("pk")}
    for row in found.values():
        row.pk = None  # written together with the new ones, in one statement
    return {
        key: found.get(key) or Tally(pool=key[0], user_id=key[1], day=key[2])
        for key in sorted(keys)
    }


def _day(change: RatingChange) -> date:
    """Return the day on which the game ended, also of a change that was taken back later."""
    assert change.game.finished_at is not None, "a rated game has ended"
    return change.game.finished_at.astimezone(UTC).date()


def _add(tally: Tally, change: RatingChange) -> None:
    """Add a game to a tally; a void one goes out of all its sums until it is restored."""
    seats = {seat.user_id: seat for seat in change.game.players.all()}
    mine = seats.pop(change.user_id)
    is_void = change.because == RatingChange.Because.VOID
    for name, value in _figures(change.game, mine).items():
        setattr(tally, name, getattr(tally, name) + (-value if is_void else value))
    if tally.day != EVER or is_void or change.because == RatingChange.Because.RESTORED:
        return
    tally.streak = tally.streak + 1 if change.score == 1 else 0
    met = [one for one in seats if one not in tally.opponents]
    tally.opponents = (tally.opponents + met)[:OPPONENTS]


def _figures(game: Game, mine: Player) -> dict[str, float]:
    """Return what a game adds to the sums of the person in a seat."""
    score, shooting = mine.score, mine.shooting
    won = int(game.winner == mine.side)
    if not registry.find(game.ruleset).shooting:
        mates = float(won and game.reason == "checkmate")
    elif score is None or shooting is None:
        mates = 0.0
    else:
        # A mate is worth two goals, and comes of no shot.
        mates = (score - shooting[2]) / 2
    return {
        "games": 1,
        "won": won,
        "scored": int(score is not None),
        "goals": score or 0,
        "shot": int(shooting is not None),
        "expected": shooting[0] if shooting else 0,
        "mates": mates,
    }
