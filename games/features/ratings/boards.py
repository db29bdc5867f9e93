"""Leader boards: made every few minutes, read as they were made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from django.db import transaction
from django.db.models import Exists, F, FloatField, Max, OuterRef, Q, QuerySet, Sum
from django.db.models.functions import Cast, Coalesce, Least

from games.features.ratings.models import EVER, BoardPlace, Rating, Tally
from games.features.ratings.pools import Pool, all_pools
from games.features.ratings.tallies import OPPONENTS, count_changes
from games.rules import registry

SORTS: Final = ("rating", "xg", "goals", "mates", "streak")
PERIODS: Final = ("all", "month")
MOST_DEVIATION: Final = 90.0
LEAST_GAMES, LEAST_OPPONENTS = 10, OPPONENTS
SEEN_WITHIN: Final = timedelta(days=60)
MONTH: Final = timedelta(days=30)
PLACES: Final = 1000
"""Places kept of each board; a person further down sees that they are further down."""


class Standing(NamedTuple):
    """A person on a board."""

    user_id: int
    value: float
    games: int


_Finder = Callable[[Pool, str, datetime], list[Standing]]


def make_boards(now: datetime) -> int:
    """Make every board again and return how many places they have together."""
    count_changes(now)
    return sum(
        _store(pool, by, period, find(pool, period, now), now)
        for pool in all_pools()
        for by, find in _FINDERS.items()
        for period in PERIODS
    )


def _store(pool: Pool, by: str, period: str, found: Sequence[Standing], now: datetime) -> int:
    with transaction.atomic():
        BoardPlace.objects.filter(pool=str(pool), by=by, period=period).delete()
        BoardPlace.objects.bulk_create(
            [
                BoardPlace(
                    pool=str(pool),
                    by=by,
                    period=period,
                    place=place,
                    user_id=one.user_id,
                    value=one.value,
                    games=one.games,
                    made_at=now,
                )
                for place, one in enumerate(found, start=1)
            ],
            # Made twice at the same time: the later says the same.
            update_conflicts=True,
            unique_fields=["pool", "by", "period", "user"],
            update_fields=["place", "value", "games", "made_at"],
        )
    return len(found)


def _established(pool: Pool, now: datetime) -> QuerySet[Rating]:
    """Return the ratings that say something, of people who want to be seen and still play."""
    return Rating.objects.filter(
        pool=str(pool),
        games__gte=LEAST_GAMES,
        deviation__lte=MOST_DEVIATION,
        last_at__gt=now - SEEN_WITHIN,
        user__is_active=True,
        user__deleted_at__isnull=True,
        user__is_family=False,
    ).exclude(Q(user__rating_wish__leaderboards=False) | Q(user__rating_wish__ratings=False))


def _tallies(pool: Pool, period: str, now: datetime) -> QuerySet[Tally]:
    """Return what the people a board may show have added up to, ever or in a month of days."""
    people = _established(pool, now).values("user")
    days = Q(day__gt=(now - MONTH).date()) if period == "month" else Q(day=EVER)
    return Tally.objects.filter(days, pool=str(pool), user__in=people)


def _by_rating(pool: Pool, period: str, now: datetime) -> list[Standing]:
    """Ratings as they are, of those who have met several opponents."""
    met = Tally.objects.filter(
        user=OuterRef("user"), pool=str(pool), day=EVER, opponents__len__gte=LEAST_OPPONENTS
    )
    rows = _established(pool, now).filter(Exists(met))
    if period == "month":
        rows = rows.filter(last_at__gt=now - MONTH)
    return _first(rows.values_list("user", "rating", "games"), "rating", "games")


def _mean(sum_of: str, of_games: str) -> _Finder:
    """Return how to find the mean of a figure of a game, of those who have played enough."""

    def find(pool: Pool, period: str, now: datetime) -> list[Standing]:
        rows = (
            _tallies(pool, period, now)
            .values_list("user")
            .annotate(number=Sum(of_games))
            .filter(number__gte=LEAST_GAMES)
            .annotate(value=Cast(Sum(sum_of), FloatField()) / F("number"))
        )
        return _first(rows.values_list("user", "value", "number"), "value", "number")

    return find


def _by_expected_goals(pool: Pool, period: str, now: datetime) -> list[Standing]:
    hundredths = _mean("expected", "shot")(pool, period, now)
    return [one._replace(value=one.value / 100) for one in hundredths]


def _by_mates(pool: Pool, period: str, now: datetime) -> list[Standing]:
    of_games = "shot" if registry.find(pool.ruleset).shooting else "games"
    return _mean("mates", of_games)(pool, period, now)


def _by_streak(pool: Pool, period: str, now: datetime) -> list[Standing]:
    """Games won in a row up to now: of a month no more than were won in it."""
    ever = _tallies(pool, "all", now)
    if period == "all":
        unbroken = ever.filter(streak__gt=0).annotate(number=F("streak"))
        return _first(unbroken.values_list("user", "streak", "number"), "streak")
    # Only the tally of all days has a streak, and its victories don't count here.
    in_days = Sum("won", filter=Q(day__gt=EVER))
    won = (
        (ever | _tallies(pool, period, now))
        .values_list("user")
        .annotate(number=Least(Max("streak"), Coalesce(in_days, 0)))
        .filter(number__gt=0)
    )
    return _first(won.values_list("user", "number", "number"), "number")


def _first(rows: QuerySet[Any, Any], *best: str) -> list[Standing]:
    """Return the first places: the most, then those with more games, then the older account."""
    ordered = rows.order_by(*(f"-{name}" for name in best), "user")
    return [Standing(*row) for row in ordered[:PLACES]]


_FINDERS: Final[dict[str, _Finder]] = {
    "rating": _by_rating,
    "xg": _by_expected_goals,
    "goals": _mean("goals", "scored"),
    "mates": _by_mates,
    "streak": _by_streak,
}
