"""Leader boards: made every few minutes, read as they were made."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from django.db import transaction
from django.db.models import (
    Avg,
    Case,
    Count,
    F,
    FloatField,
    Max,
    Q,
    QuerySet,
    Value,
    When,
)

from games.features.ratings.models import BoardPlace, Rating, RatingChange
from games.features.ratings.pools import Pool, all_pools
from games.models import Game, Player
from games.rules import registry

SORTS: Final = ("rating", "xg", "goals", "mates", "streak")
PERIODS: Final = ("all", "month")
MOST_DEVIATION: Final = 90.0
LEAST_GAMES, LEAST_OPPONENTS = 10, 5
SEEN_WITHIN: Final = timedelta(days=60)
MONTH: Final = timedelta(days=30)
PLACES: Final = 1000
"""Places kept of each board; a person further down sees that they are further down."""


class Standing(NamedTuple):
    """A person on a board."""

    user_id: int
    value: float
    games: int


def make_boards(now: datetime) -> int:
    """Make every board again and return how many places they have together."""
    return sum(
        _store(pool, by, period, find(pool, period, now), now)
        for pool in all_pools()
        for by, find in _FINDERS.items()
        for period in PERIODS
    )


def _store(pool: Pool, by: str, period: str, found: Iterable[Standing], now: datetime) -> int:
    ranked = sorted(found, key=lambda one: (-one.value, -one.games, one.user_id))[:PLACES]
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
                for place, one in enumerate(ranked, start=1)
            ],
            # Made twice at the same time: the later says the same.
            update_conflicts=True,
            unique_fields=["pool", "by", "period", "user"],
            update_fields=["place", "value", "games", "made_at"],
        )
    return len(ranked)


def _established(pool: Pool, now: datetime) -> QuerySet[Rating]:
    """Return the ratings that say something, of people who want to be seen and still play."""
    return Rating.objects.filter(
        pool=str(pool),
        games__gte=LEAST_GAMES,
        deviation__lte=MOST_DEVIATION,
        last_at__gt=now - SEEN_WITHIN,
        user__is_active=True,
        user__deleted_at__isnull=True,
    ).exclude(Q(user__rating_wish__leaderboards=False) | Q(user__rating_wish__ratings=False))


def _met(pool: Pool, users: Iterable[int], since: datetime | None) -> QuerySet[Player]:
    seats = Player.objects.filter(
        user__in=users,
        game__ruleset=pool.ruleset,
        game__rated=True,
        game__status=Game.Status.FINISHED,
    )
    return seats.filter(game__finished_at__gt=since) if since else seats


def _by_rating(pool: Pool, period: str, now: datetime) -> list[Standing]:
    rows = {row.user_id: row for row in _established(pool, now)}
    if period == "month":
        seen = {user for user, row in rows.items() if row.last_at and row.last_at > now - MONTH}
        rows = {user: row for user, row in rows.items() if user in seen}
    opponents = dict(
        Player.objects.filter(
            game__players__user__in=rows,
            game__rated=True,
            game__ruleset=pool.ruleset,
            game__status=Game.Status.FINISHED,
        )
        .exclude(user=F("game__players__user"))
        .values_list("game__players__user")
        .annotate(met=Count("user", distinct=True))
    )
    return [
        Standing(user, row.rating, row.games)
        for user, row in rows.items()
        if opponents.get(user, 0) >= LEAST_OPPONENTS
    ]


def _mean(
    pool: Pool, period: str, now: datetime, figure: Any, *, where: Q | None = None
) -> list[Standing]:
    """Return the mean of a figure of each rated game, of those who have played enough of them."""
    users = _established(pool, now).values_list("user_id", flat=True)
    since = now - MONTH if period == "month" else None
    rows = (
        _met(pool, users, since)
        .filter(where or Q())
        .values_list("user")
        .annotate(mean=Avg(figure, output_field=FloatField()), number=Count("pk"))
        .filter(number__gte=LEAST_GAMES)
    )
    return [Standing(user, mean, number) for user, mean, number in rows]


def _by_goals(pool: Pool, period: str, now: datetime) -> list[Standing]:
    return _mean(pool, period, now, F("score"), where=Q(score__isnull=False))


def _by_expected_goals(pool: Pool, period: str, now: datetime) -> list[Standing]:
    figure = F("shooting__0") / Value(100.0)
    return _mean(pool, period, now, figure, where=Q(shooting__isnull=False))


def _by_mates(pool: Pool, period: str, now: datetime) -> list[Standing]:
    """Mates a game; where goals are scored a mate is worth two, and comes of no shot."""
    if registry.find(pool.ruleset).shooting:
        figure: Any = (F("score") - F("shooting__2")) / Value(2.0)
        return _mean(
            pool, period, now, figure, where=Q(score__isnull=False, shooting__isnull=False)
        )
    is_mate = Q(game__reason="checkmate", game__winner=F("side"))
    figure = Case(When(is_mate, then=Value(1.0)), default=Value(0.0))
    return _mean(pool, period, now, figure)


def _by_streak(pool: Pool, period: str, now: datetime) -> list[Standing]:
    """Games won in a row up to now."""
    users = list(_established(pool, now).values_list("user_id", flat=True))
    changes = RatingChange.objects.filter(pool=str(pool), user__in=users).exclude(
        because__in=(RatingChange.Because.GIVEN_BACK, RatingChange.Because.VOID)
    )
    ended = dict(changes.filter(score__lt=1).values_list("user").annotate(last=Max("pk")))
    since = now - MONTH if period == "month" else None
    won: dict[int, int] = {}
    for user, pk, at in changes.filter(score=1).values_list("user", "pk", "at"):
        if pk > ended.get(user, 0) and (since is None or at > since):
            won[user] = won.get(user, 0) + 1
    return [Standing(user, number, number) for user, number in won.items()]


_FINDERS: Final[dict[str, Callable[[Pool, str, datetime], list[Standing]]]] = {
    "rating": _by_rating,
    "xg": _by_expected_goals,
    "goals": _by_goals,
    "mates": _by_mates,
    "streak": _by_streak,
}
