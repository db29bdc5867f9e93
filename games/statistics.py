"""How people have fared: counted when asked, from the games themselves."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, F, IntegerField, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.expressions import Func, Value
from django.db.models.functions import Cast

from accounts.models import User
from games.models import Game, Player

FINISHED = Q(game__status=Game.Status.FINISHED)


@dataclass(frozen=True, slots=True)
class Record:
    """Finished games by their result, and the goals in them."""

    won: int
    drawn: int
    lost: int
    goals_for: int
    goals_against: int

    @property
    def games(self) -> int:
        """How many games were finished."""
        return self.won + self.drawn + self.lost


def record_of(user_id: int, against: int | None = None) -> Record:
    """Return a person's record, of all games or of those with one other person."""
    seats = Player.objects.filter(FINISHED, user=user_id)
    opposite = Player.objects.filter(FINISHED, game__players__user=user_id).exclude(user=user_id)
    if against is not None:
        seats = seats.filter(game__players__user=against)
        opposite = opposite.filter(user=against)
    own = seats.aggregate(
        won=Count("pk", filter=Q(game__winner=F("side"))),
        drawn=Count("pk", filter=Q(game__winner__isnull=True)),
        lost=Count("pk", filter=Q(game__winner__isnull=False) & ~Q(game__winner=F("side"))),
        goals_for=Sum(_goals(), default=0),
    )
    return Record(**own, goals_against=opposite.aggregate(sum=Sum(_goals(), default=0))["sum"])


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


def _goals() -> Cast:
    """The goals of a seat: what the rules describe as its score."""
    text = Func(
        F("game__description"), Value("score"), F("side"), function="jsonb_extract_path_text"
    )
    return Cast(text, IntegerField())
