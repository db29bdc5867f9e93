"""What a person's games come to, added up in one fixed statement.

A profile shows it at each look. The ORM needs two passes over the games, and builds their statement
again each time, which takes longer than the answer.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from config.backends.standby import reads
from games.models import Game

PLAYED_BY_BOTH: Final = 3
"""The number of the next turn once two were played; the sides take turns."""
A_DAY: Final = 3
"""So many games of the same people count on one day."""


class Sums(NamedTuple):
    """The results and goals of the games that count; of shots, as ``Player.shooting`` has them."""

    won: int
    drawn: int
    lost: int
    goals_for: int
    goals_against: int
    games_with_shots: int
    expected: int
    variance: int
    scored: int
    expected_against: int


# The others' seats are read once for each game: who they are, and what they come to together.
_SUMS: Final = f"""
    SELECT count(*) FILTER (WHERE winner = side),
        count(*) FILTER (WHERE winner IS NULL AND place = 1),
        count(*) FILTER (WHERE place > 1),
        coalesce(sum(score), 0)::bigint, coalesce(sum(conceded), 0)::bigint,
        count(shooting), coalesce(sum(shooting[1]), 0), coalesce(sum(shooting[2]), 0),
        coalesce(sum(shooting[3]), 0), coalesce(sum(expected), 0)::bigint
    FROM (
        SELECT seat.side, seat.place, seat.score, seat.shooting, game.winner,
            other.conceded, other.expected, other.people,
            row_number() OVER (
                PARTITION BY other.people, (game.finished_at AT TIME ZONE 'UTC')::date
                ORDER BY game.finished_at, game.id
            ) AS nth
        FROM games_player seat
        JOIN games_game game ON game.id = seat.game_id
        CROSS JOIN LATERAL (
            SELECT array_agg(user_id ORDER BY user_id) AS people, sum(score) AS conceded,
                sum(shooting[1]) AS expected
            FROM games_player WHERE game_id = seat.game_id AND user_id <> %(user)s
        ) other
        WHERE seat.user_id = %(user)s AND game.status = '{Game.Status.FINISHED}'
            AND game.next_turn >= {PLAYED_BY_BOTH} AND game.begins_with IS NULL
    ) game
    WHERE nth <= {A_DAY} AND (%(against)s::bigint IS NULL OR %(against)s = ANY(people))
"""  # noqa: S608 (our own words)


def sums_of(user_id: int, against: int | None = None) -> Sums:
    """Return what a person's games come to, all or those with one other person.

    ORM: ``Player.objects.filter(game__in=counted)`` aggregated, own seats and the others' apart,
    where ``counted`` are the person's finished games that both have played and that continue from
    no other, ``annotate(nth=Window(RowNumber(), partition_by=[others, TruncDate("finished_at")]))``
    and of these ``nth__lte=A_DAY``.
    """
    with reads().cursor() as cursor:
        cursor.execute(_SUMS, {"user": user_id, "against": against})
        return Sums(*cursor.fetchone())
