"""Which puzzle is shown: that of the day, and the next one for someone."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime
from random import SystemRandom
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils.translation import gettext as _

from games.features.puzzles.models import Attempt, Missed, Puzzle, PuzzleRating
from games.refusals import NotFound
from games.rules.chess_eleven.puzzles import MATE, SURE

DAILY_RATINGS: Final = (1300, 1900)
USUAL_RATING: Final = 1500
NEAR: Final = 12
"""Among so many puzzles above and below a rating the next one is drawn."""
_LOTS: Final = SystemRandom()
_TRIES: Final = 3


def find_one(puzzle_id: str) -> Puzzle:
    """Return a puzzle; raises ``NotFound``."""
    found = Puzzle.objects.select_related("game").filter(pk=puzzle_id).first()
    if found is None:
        raise NotFound(_("This puzzle doesn't exist."))
    return found


def find_for(user_id: int | None, puzzle_id: str) -> Puzzle | Missed:
    """Return a puzzle, or one from someone's own games; raises ``NotFound``."""
    if user_id is not None:
        mine = Missed.objects.select_related("game").filter(pk=puzzle_id, user=user_id).first()
        if mine is not None:
            return mine
    return find_one(puzzle_id)


def daily_puzzle(now: datetime) -> Puzzle | None:
    """Return the puzzle of the day in UTC, chosen by the first to ask; ``None`` without any."""
    day = now.astimezone(UTC).date()
    for _try in range(_TRIES):
        found = Puzzle.objects.select_related("game").filter(day=day).first()
        if found is not None:
            return found
        chosen = next(_by_merit(), None)
        if chosen is None:
            return None
        _give_day(chosen, day)
    return None


def _give_day(chosen: Puzzle, day: date) -> None:
    """Make a puzzle that of a day, unless it has got another or the day has got one meanwhile."""
    try:
        with transaction.atomic():
            Puzzle.objects.filter(pk=chosen.pk, day=chosen.day).update(day=day)
    except IntegrityError:
        # Two chose at the same time: the day is unique, and the other was first.
        pass


def _by_merit() -> Iterator[Puzzle]:
    """Yield what may be the next daily puzzle, the best first."""
    if not Puzzle.objects.exists():
        return
    unused = Puzzle.objects.filter(day=None)
    fitting = unused.filter(rating__range=DAILY_RATINGS)
    liked = fitting.annotate(merit=F("likes") * F("plays")).filter(merit__gt=0)
    yield from liked.order_by("-merit", "-made_at", "pk")[:1]
    for some in (fitting.filter(kind__in=(SURE, MATE)), fitting, unused):
        yield from some.order_by("-made_at", "pk")[:1]
    # All have had their day: the one of longest ago comes again.
    yield from Puzzle.objects.order_by("day")[:1]


def next_puzzle(
    user_id: int | None, kind: str | None = None, rating: int | None = None, after: str = ""
) -> Puzzle:
    """Return a puzzle near a rating that someone has not tried, by lot; raises ``NotFound``.

    ``after`` is the one that was just shown. Who has tried all of them gets one again.
    """
    wanted = Puzzle.objects.select_related("game").exclude(pk=after)
    if kind is not None:
        wanted = wanted.filter(kind=kind)
    if rating is None:
        rating = rating_of(user_id)
    if user_id is not None:
        tried = Attempt.objects.filter(user=user_id, puzzle=OuterRef("pk"))
        fresh = wanted.filter(~Exists(tried))
        near = _near(fresh, rating)
        if near:
            return _LOTS.choice(near)
    near = _near(wanted, rating)
    if not near:
        raise NotFound(_("This puzzle doesn't exist."))
    return _LOTS.choice(near)


def rating_of(user_id: int | None) -> int:
    """Return how strong someone is at puzzles, as far as that is known."""
    if user_id is None:
        return USUAL_RATING
    known = PuzzleRating.objects.filter(pk=user_id).values_list("rating", flat=True).first()
    return USUAL_RATING if known is None else round(known)


def _near(puzzles: QuerySet[Puzzle], rating: int) -> list[Puzzle]:
    above = puzzles.filter(rating__gte=rating).order_by("rating", "pk")[:NEAR]
    below = puzzles.filter(rating__lt=rating).order_by("-rating", "pk")[:NEAR]
    return [*above, *below]
