"""Who is to be looked at by the sweep that reminds: see ``ladders``."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from games.models import Player
from notifications.models import Ladder


def mark(seats: Iterable[int], now: datetime) -> None:
    """Have the next sweep look at these seats."""
    # In one order, so that two who mark the same seats do not wait for each other.
    rows = [Ladder(player_id=seat, next_at=now) for seat in sorted(set(seats))]
    if rows:
        Ladder.objects.bulk_create(
            rows, update_conflicts=True, unique_fields=["player"], update_fields=["next_at"]
        )


def mark_seats_of(user_id: int, now: datetime) -> None:
    """Have the next sweep look at the games that wait for someone whose wishes have changed."""
    awaited = Player.objects.filter(user=user_id, deadline__isnull=False)
    mark(awaited.values_list("pk", flat=True), now)
