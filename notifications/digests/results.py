"""What the daily and the weekly email say of games that have ended."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Final

from accounts.models import User
from games.models import Game
from games.shown.point_of_view import PointOfView

MOST: Final = 20
"""Results that one email shows; anyone who plays more looks at the lists."""


def ended_games(user: User, since: datetime, until: datetime) -> list[Game]:
    """Return a person's games that ended in this time, the last first, a few at most."""
    games = Game.objects.with_seats().of_player(user.pk)
    return list(
        games.filter(finished_at__gt=since, finished_at__lte=until).order_by("-finished_at")[:MOST]
    )


def result_lines(
    user: User, since: datetime, until: datetime, but: Collection[str] = ()
) -> list[str]:
    """Return how games ended, a line each."""
    games = [game for game in ended_games(user, since, until) if game.pk not in but]
    return [result_line(PointOfView(game, user.pk)) for game in games]


def result_line(view: PointOfView) -> str:
    """Return how a game ended for its reader: ``You won against bob · 2–1``."""
    return " · ".join(part for part in (view.result_title, view.score) if part)
