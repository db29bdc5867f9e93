"""What plans keep of a person."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final

from django.db.models import F, QuerySet
from django.utils.translation import gettext_noop

from accounts.hooks import Part, columns
from accounts.models import User
from games.features.plans.models import PlanBook, PlanEntry, PlanFallback


def _entries(user: User) -> Iterator[dict[str, Any]]:
    names = ("game", "side", "round", "line", "reply", "made_at", "status", "fired_turn", "because")
    return columns(_of(PlanEntry.objects.all(), user), *names)


def _fallbacks(user: User) -> Iterator[dict[str, Any]]:
    names = ("game", "side", "turn", "tries", "unless", "made_at", "status", "fired_turn")
    return columns(_of(PlanFallback.objects.all(), user), *names)


def _of(rows: QuerySet[Any], user: User) -> QuerySet[Any]:
    """Return the rows of this person's seats."""
    return rows.filter(game__players__user=user, game__players__side=F("side"))


PARTS: Final = (
    Part(
        "games/plans.json",
        ("plans.PlanEntry",),
        gettext_noop("The answers that you prepared in your games, played or not."),
        _entries,
    ),
    Part(
        "games/fallbacks.json",
        ("plans.PlanFallback",),
        gettext_noop("What you last said was to be tried where no answer fits."),
        _fallbacks,
    ),
)
LEFT_OUT: Final[dict[str, str]] = {}


def forget_plans(user: User, now: datetime) -> None:
    """Forget what somebody has prepared, in the transaction that deletes the account."""
    for model in (PlanEntry, PlanFallback, PlanBook):
        _of(model.objects.all(), user).delete()
