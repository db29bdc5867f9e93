"""Who has tried what: the first try counts, for the person and for the puzzle."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import F
from django.db.models.functions import TruncDate
from django.utils.translation import gettext as _

from accounts.models import User
from games.features.puzzles.models import Attempt, Given, Puzzle, PuzzleRating
from games.refusals import Conflict
from games.rules.glicko import rate

POOL: Final = "puzzle"
MOST_CHANGE: Final = 60.0
"""So much a single puzzle moves a person's rating at most: the first ones would throw it about."""


class Noted(NamedTuple):
    """What a try has changed."""

    attempt: Attempt
    before: int | None = None
    """The person's rating before it; ``None`` where it changed nothing."""
    after: int | None = None


def attempt_of(user_id: int | None, puzzle: Puzzle) -> Attempt | None:
    """Return what someone has made of a puzzle, or ``None``."""
    if user_id is None:
        return None
    return Attempt.objects.filter(user=user_id, puzzle=puzzle).first()


def give(user: User | None, puzzle: Puzzle, now: datetime) -> None:
    """Note that someone was given a puzzle: their first try at it rates them."""
    if user is not None:
        Given.objects.update_or_create(user=user, defaults={"puzzle": puzzle, "at": now})


def _is_given(user: User, puzzle: Puzzle, now: datetime) -> bool:
    """Return whether the service gave someone this puzzle; the daily one is given to all."""
    if puzzle.day is not None and now.astimezone(UTC).date() - puzzle.day <= timedelta(days=1):
        return True
    return Given.objects.filter(user=user, puzzle=puzzle).exists()


def note_try(
    user: User, puzzle: Puzzle, now: datetime, *, solved: bool, shown: bool, ms: int | None
) -> Noted:
    """Keep that someone has tried a puzzle.

    Tried twice at the same time, one try is the first: the row is there once. Programs that say so
    are kept, but what they find says nothing of how hard a puzzle is for people. A puzzle that
    someone chose, and was not given, is kept and rates no one.
    """
    first = {
        "solved": solved, "first": solved, "shown": shown, "ms": ms, "at": now,
        "solved_at": now if solved else None,
    }  # fmt: skip
    with transaction.atomic():
        attempt, is_first = Attempt.objects.get_or_create(user=user, puzzle=puzzle, defaults=first)
        if is_first:
            counts = not user.is_bot and _is_given(user, puzzle, now)
            return _rated(attempt, now) if counts else Noted(attempt)
        open_still = Attempt.objects.filter(pk=attempt.pk, solved=False, shown=False)
        if solved:
            open_still.update(solved=True, solved_at=now)
        elif shown:
            open_still.update(shown=True)
        attempt.refresh_from_db()
    return Noted(attempt)


def _rated(attempt: Attempt, now: datetime) -> Noted:
    """Rate the person by the puzzle, and the puzzle by the person."""
    PuzzleRating.objects.get_or_create(user=attempt.user)
    # First the puzzle, then the person, always: two that wait for each other would wait for ever.
    # Not against keys: anyone who has just written an attempt holds the key of its puzzle.
    puzzle = Puzzle.objects.select_for_update(no_key=True).get(pk=attempt.puzzle_id)
    person = PuzzleRating.objects.select_for_update(no_key=True).get(pk=attempt.user_id)
    pause = now - person.last_at if person.last_at else timedelta(0)
    score = 1.0 if attempt.solved else 0.0
    after = rate(person.strength, puzzle.strength, score, pause=max(pause, timedelta(0)))
    harder = rate(puzzle.strength, person.strength, 1 - score, pause=timedelta(0))
    before = round(person.rating)
    change = min(max(after.rating - person.rating, -MOST_CHANGE), MOST_CHANGE)
    rating = person.rating + change
    PuzzleRating.objects.filter(pk=person.pk).update(
        rating=rating, deviation=after.deviation, volatility=after.volatility,
        tried=F("tried") + 1, last_at=now,
    )  # fmt: skip
    Puzzle.objects.filter(pk=puzzle.pk).update(
        rating=harder.rating, deviation=harder.deviation, volatility=harder.volatility,
        plays=F("plays") + 1,
    )  # fmt: skip
    return Noted(attempt, before, round(rating))


def like(user: User, puzzle: Puzzle, *, is_liked: bool) -> int:
    """Like a puzzle, or take that back; return how many like it. Raises ``Conflict`` untried."""
    with transaction.atomic():
        mine = Attempt.objects.filter(user=user, puzzle=puzzle)
        if mine.filter(liked=not is_liked).update(liked=is_liked):
            Puzzle.objects.filter(pk=puzzle.pk).update(likes=F("likes") + (1 if is_liked else -1))
        elif not mine.exists():
            raise Conflict(_("Try the puzzle first."), code="wrong_phase")
    return Puzzle.objects.values_list("likes", flat=True).get(pk=puzzle.pk)


def streak_of(user: User, now: datetime) -> int:
    """Return on how many days in a row someone has solved a puzzle, by their own calendar."""
    return in_a_row(days_solved(user), today_of(user, now))


def today_of(user: User, now: datetime) -> date:
    """Return the day that it is where someone lives."""
    return now.astimezone(ZoneInfo(user.time_zone)).date()


def days_solved(user: User) -> list[date]:
    """Return the days on which someone has solved a puzzle where they live, newest first."""
    solved = Attempt.objects.filter(user=user, solved=True)
    return list(
        solved.annotate(day=TruncDate("solved_at", tzinfo=ZoneInfo(user.time_zone)))
        .order_by("-day")
        .values_list("day", flat=True)
        .distinct()
    )


def in_a_row(days: list[date], today: date) -> int:
    """Return how many of the days are in a row up to today.

    The streak still counts on the day after the last: there is time until it ends.
    """
    if not days or days[0] < today - timedelta(days=1):
        return 0
    count = 0
    while count < len(days) and days[count] == days[0] - timedelta(days=count):
        count += 1
    return count
