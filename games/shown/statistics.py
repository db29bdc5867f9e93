"""How people have fared: counted when asked, from the games themselves.

Not every finished game counts, or someone with two accounts could win as often as they like:

1. Both sides must have played: a game given up or lost on time before its second turn proves
   nothing.
2. A game that continues from one that was lost on time already has the result and goals of the
   other.
3. Of the games that the same people finish on the same day (UTC) the first three count.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC
from math import sqrt
from typing import Final

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery, Sum, Window
from django.db.models.functions import RowNumber, TruncDate

from accounts.models import User
from games.models import Game, Player

PLAYED_BY_BOTH: Final = 3
"""The number of the next turn once two were played; the sides take turns."""
A_DAY: Final = 3
"""So many games of the same people count on one day."""
COUNTED = Q(
    game__status=Game.Status.FINISHED,
    game__next_turn__gte=PLAYED_BY_BOTH,
    game__begins_with__isnull=True,
)


@dataclass(frozen=True, slots=True)
class Shooting:
    """What shots were worth, in the games in which that was counted; mates are counted apart."""

    games: int
    expected: float
    """The goals to be expected of your own shots."""
    against: float
    """The same of the others' shots."""
    goals: int
    """The goals that came of your own shots."""
    standard_error: float
    """By how much the goals differ from what is expected, as a rule, by nothing but luck."""

    @property
    def finishing(self) -> float:
        """How many goals more than expected: within two standard errors it is luck."""
        return round(self.goals - self.expected, 2)

    @property
    def apart(self) -> float:
        """How many goals are between what was scored and what was expected, whichever is more."""
        return abs(self.finishing)


@dataclass(frozen=True, slots=True)
class Record:
    """Finished games by their result, and the goals in them."""

    won: int
    drawn: int
    lost: int
    goals_for: int
    goals_against: int
    shooting: Shooting | None = None
    """``None`` where no game counts shots."""

    @property
    def games(self) -> int:
        """How many games were finished."""
        return self.won + self.drawn + self.lost


def record_of(user_id: int, against: int | None = None) -> Record:
    """Return a person's record, of all games or of those with one other person."""
    seats = Player.objects.filter(game__in=_counted_games(user_id))
    if against is not None:
        seats = seats.filter(game__players__user=against)
    own, others = Q(user=user_id), ~Q(user=user_id)
    sums = seats.aggregate(
        won=Count("pk", filter=own & Q(game__winner=F("side"))),
        drawn=Count("pk", filter=own & Q(game__winner__isnull=True, place=1)),
        lost=Count("pk", filter=own & Q(place__gt=1)),
        goals_for=Sum("score", filter=own, default=0),
        goals_against=Sum("score", filter=others, default=0),
        counted=Count("shooting", filter=own),
        expected=_total(0, own),
        variance=_total(1, own),
        scored=_total(2, own),
        against=_total(0, others),
    )
    shots = {
        name: sums.pop(name) for name in ("counted", "expected", "variance", "scored", "against")
    }
    return Record(**sums, shooting=_shooting(shots))


def _total(index: int, of: Q) -> Sum:
    """Return the sum of one of the figures in ``Player.shooting``."""
    return Sum(F(f"shooting__{index}"), filter=of, default=0)


def _shooting(shots: dict[str, int]) -> Shooting | None:
    if not shots["counted"]:
        return None
    return Shooting(
        shots["counted"],
        shots["expected"] / 100,
        shots["against"] / 100,
        shots["scored"],
        round(sqrt(shots["variance"]) / 100, 2),
    )


def _counted_games(user_id: int) -> QuerySet[Player, str]:
    """Return the keys of a person's games that count."""
    others = Player.objects.filter(game=OuterRef("game")).exclude(user=user_id)
    nth = Window(
        RowNumber(),
        partition_by=[F("others"), TruncDate("game__finished_at", tzinfo=UTC)],
        order_by=["game__finished_at", "game"],
    )
    return (
        Player.objects.filter(COUNTED, user=user_id)
        .annotate(others=ArraySubquery(others.order_by("user").values("user")))
        .annotate(nth=nth)
        .filter(nth__lte=A_DAY)
        .values_list("game", flat=True)
    )


def recent_opponents(user_id: int, most: int) -> list[User]:
    """Return the people this person played with last, newest first."""
    latest = Player.objects.filter(user=user_id).order_by("-pk").values("game")[:50]
    other = (
        Player.objects.filter(game__in=latest, user=OuterRef("pk")).order_by("-pk").values("pk")[:1]
    )
    people: QuerySet[User] = User.objects.filter(is_active=True, deleted_at__isnull=True)
    return list(
        people.exclude(pk=user_id)
        .annotate(met=Subquery(other))
        .filter(met__isnull=False)
        .order_by("-met")[:most]
    )
