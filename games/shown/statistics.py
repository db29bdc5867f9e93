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
from math import sqrt

from django.db.models import OuterRef, Q, QuerySet, Subquery

from accounts.models import User
from games.models import Game, Player
from games.store.records import PLAYED_BY_BOTH, Sums, sums_of

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
    sums = sums_of(user_id, against)
    return Record(
        sums.won, sums.drawn, sums.lost, sums.goals_for, sums.goals_against, _shooting(sums)
    )


def _shooting(sums: Sums) -> Shooting | None:
    if not sums.games_with_shots:
        return None
    return Shooting(
        sums.games_with_shots,
        sums.expected / 100,
        sums.expected_against / 100,
        sums.scored,
        round(sqrt(sums.variance) / 100, 2),
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
