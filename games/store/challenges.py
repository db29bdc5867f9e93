"""How many challenges someone has made, in one fixed statement."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db import connection


class Made(NamedTuple):
    """How many challenges of someone are open, and how many of a day weren't accepted."""

    open: int
    open_to_one: int
    made: int
    """In a day."""
    today: int
    """Those of them by name."""
    today_to_one: int


_COUNT: Final = """
SELECT count(*) FILTER (WHERE is_open), count(*) FILTER (WHERE is_open AND to_one),
    count(*) FILTER (WHERE of_today), count(*) FILTER (WHERE of_today AND by_name),
    count(*) FILTER (WHERE of_today AND to_one)
FROM (
    SELECT id, opponent_id, status = 'open' AND expires_at > %(now)s AS is_open,
        status <> 'accepted' AND created_at > %(yesterday)s AND created_at <= %(now)s AS of_today
    FROM games_challenge WHERE challenger_id = %(challenger)s
) AS challenge CROSS JOIN LATERAL (
    SELECT opponent_id = %(opponent)s::bigint OR coalesce(bool_or(user_id = %(opponent)s), FALSE)
            AS to_one,
        opponent_id IS NOT NULL OR count(*) > 0 AS by_name
    FROM games_invitation WHERE challenge_id = challenge.id AND is_named
) AS named
WHERE is_open OR of_today
"""
"""Written out: to build it took most of the time of a challenge."""


def count_challenges(challenger: int, opponent: int | None, now: datetime) -> Made:
    """Return how many challenges someone has made, to anyone and to one opponent.

    ORM: ``challenger.challenges_made.aggregate(open=Count("pk", filter=is_open), …)``, and for one
    opponent ``Q(opponent=opponent) | Q(invitations__user=opponent, invitations__is_named=True)``.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            _COUNT,
            {
                "challenger": challenger,
                "opponent": opponent,
                "now": now,
                "yesterday": now - timedelta(days=1),
            },
        )
        return Made(*cursor.fetchone())
