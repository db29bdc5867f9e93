"""How games are looked for: the questions that more than one place asks."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple, Self

from django.apps import apps
from django.contrib.postgres.expressions import ArraySubquery
from django.db import models
from django.db.models import Case, ExpressionWrapper, F, Func, JSONField, OuterRef, Q, When
from django.db.models.functions import Coalesce

from games.models.faces import name_of


@models.CharField.register_lookup
class AnyOf(models.Lookup):  # type: ignore[type-arg]
    """``column = ANY(array)``: unlike ``IN (SELECT …)`` it goes with others into an index scan."""

    lookup_name = "any_of"

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[Any, ...]]:
        left, left_values = self.process_lhs(compiler, connection)
        right, right_values = compiler.compile(self.rhs)
        return f"{left} = ANY({right})", (*left_values, *right_values)


class Seat(NamedTuple):
    """One player of a game, as every answer about the game needs it."""

    side: str
    user_id: int
    username: str
    is_awaited: bool
    is_bot: bool = False
    reserve_left: int = 0
    """Seconds of the time bank that were left when this player's clock last stopped."""
    shooting: list[int] | None = None
    """As ``Player.shooting``."""
    away: Sequence[int] | None = None
    """From when until when this player is on vacation, as seconds of the epoch, one by one."""
    rating: int | None = None
    """As ``Player.rating``."""
    kit: str | None = None
    """The kit that this player has chosen, unless their name is hidden; what is worn is said by
    ``games.shown.kits.worn``."""
    rest: Sequence[str] | None = None
    """The changes of this player's rest days (``accounts.rest_days``)."""

    @property
    def called(self) -> str:
        """What people read where this player is meant."""
        return name_of(self)


_SEAT_VALUES: Final = {
    "side": F("side"),
    "user_id": F("user_id"),
    "username": Coalesce(F("shown_as"), F("user__username")),
    "is_awaited": ExpressionWrapper(Q(deadline__isnull=False), output_field=models.BooleanField()),
    "is_bot": F("user__is_bot"),
    "reserve_left": F("reserve_left"),
    "shooting": F("shooting"),
    "away": F("away"),
    "rating": F("rating"),
    # A name is hidden for nothing where its kit shows whose it is.
    "kit": Case(When(shown_as__isnull=True, then=F("user__page_settings__kit"))),
    "rest": F("user__rest_days"),
}
"""Where each field of a ``Seat`` comes from, asked of a ``Player``."""


class GameQuerySet(models.QuerySet):
    """Games, with the lists that pages and the API show."""

    def with_seats(self) -> Self:
        """Bring the players along in the same statement; read them as ``game.seats``."""
        player = apps.get_model("games", "Player")
        rows = (
            player.objects.filter(game=OuterRef("pk"))
            .order_by("pk")
            .values(
                row=Func(
                    *(_SEAT_VALUES[name] for name in Seat._fields),
                    function="jsonb_build_array",
                    output_field=JSONField(),
                )
            )
        )
        return self.annotate(seat_rows=ArraySubquery(rows))

    def awaiting(self, user_id: int) -> Self:
        """Return the games that wait for this person, nearest deadline first."""
        # Both conditions in one filter: the same seat must meet them (index player_awaited).
        return (
            self.filter(players__user=user_id, players__deadline__isnull=False)
            .annotate(due_at=F("players__deadline"))
            .order_by("due_at", "pk")
        )

    def of_player(self, user_id: int, *, is_named: bool = False) -> Self:
        """Return the games in which this person has a seat; only those that name them if asked."""
        if is_named:
            # Both conditions in one filter: the same seat must meet them.
            return self.filter(players__user=user_id, players__shown_as__isnull=True)
        return self.filter(players__user=user_id)

    def overdue(self, now: datetime) -> Self:
        """Return the games whose deadline has passed, except those set aside."""
        return self.filter(deadline__lte=now, set_aside_at__isnull=True).order_by("deadline")

    def by_post(self) -> Self:
        """Return the games that are not played live: their clock is another one."""
        return self.filter(live__isnull=True)

    def to_remind(self, now: datetime) -> Self:
        """Return the games whose players are to be reminded and still have time."""
        due = self.filter(remind_at__lte=now, deadline__gt=now, set_aside_at__isnull=True)
        return due.order_by("remind_at")
