"""How often somebody has played in time lately: two counts, cheap enough to ask before a game."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db.models import F

from games.models import Act, Turn
from games.rules.contract import TIME_OUT

COUNTED: Final = timedelta(days=90)
KNOWN: Final = 20
"""Turns from which on somebody is known."""


class Punctuality(NamedTuple):
    """What was awaited of somebody in the days counted."""

    played: int
    missed: int

    @property
    def kept(self) -> int | None:
        """Per cent of what was awaited that was played; nothing is known before the first."""
        due = self.played + self.missed
        return 100 * self.played // due if due else None


def punctuality_of(user_id: int, now: datetime) -> Punctuality:
    """Return how often somebody has played in time."""
    since = now - COUNTED
    mine = {"game__players__user": user_id, "side": F("game__players__side")}
    turns = Turn.objects.filter(**mine, game__live__isnull=True, took__isnull=False)
    return Punctuality(
        played=turns.filter(played_at__gt=since).count(),
        missed=Act.objects.filter(**mine, name=TIME_OUT, at__gt=since).count(),
    )
