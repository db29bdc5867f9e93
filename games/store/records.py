"""What a person's games come to, added up in one fixed statement.

A profile shows it at each look. The ORM needs two passes over the games, and builds their statement
again each time, which takes longer than the answer.

What ended days ago doesn't change any more, so its sums are kept in the cache and only what came
since is added up: a look costs the same after 40 games and after 2,000. Without Redis everything is
added up each time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple

from django.core.cache import cache
from django.utils import timezone

from config.backends.standby import reads
from games.models import Game

PLAYED_BY_BOTH: Final = 3
"""The number of the next turn once two were played; the sides take turns."""
A_DAY: Final = 3
"""So many games of the same people count on one day."""
SETTLED_AFTER: Final = timedelta(days=2)
"""Whole days so long ago are over: games end when they are found to be, not before."""
FEW: Final = 20
"""So many games are added up at each look before their sums are kept."""
KEPT_SECONDS: Final = 90 * 86_400
KEPT_AS: Final = "record:1:{}"
"""The key of someone's sums in the cache."""


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


class Kept(NamedTuple):
    """The sums of games that ended on whole days long ago."""

    sums: tuple[int, ...]
    seat: int
    """The newest seat among them."""
    others: list[int]
    """Older seats that are not."""
    newest: tuple[str, datetime]
    """The game among them that ended last, and when: with it a restored database has them all."""


# The others' seats are read once for each game: who they are, and what they come to together.
_GAMES: Final = f"""
    SELECT seat.id, seat.game_id, seat.side, seat.place, seat.score, seat.shooting, game.winner,
        game.finished_at, game.counts, other.conceded, other.expected,
        row_number() OVER (
            PARTITION BY game.counts, other.people, (game.finished_at AT TIME ZONE 'UTC')::date
            ORDER BY game.finished_at, seat.game_id
        ) AS nth
    FROM games_player seat
    CROSS JOIN LATERAL (
        SELECT winner, finished_at, status = '{Game.Status.FINISHED}'
            AND next_turn >= {PLAYED_BY_BOTH} AND begins_with IS NULL AS counts
        FROM games_game WHERE id = seat.game_id
    ) game
    CROSS JOIN LATERAL (
        SELECT array_agg(user_id ORDER BY user_id) AS people, sum(score) AS conceded,
            sum(shooting[1]) AS expected
        FROM games_player
        WHERE game.counts AND game_id = seat.game_id AND user_id <> %(user)s
    ) other
    WHERE seat.user_id = %(user)s AND {{which}}
"""  # noqa: S608 (our own words)
_COUNTED: Final = f"counts AND nth <= {A_DAY}"
_SUMS: Final = f"""
    count(*) FILTER (WHERE {_COUNTED} AND winner = side),
    count(*) FILTER (WHERE {_COUNTED} AND winner IS NULL AND place = 1),
    count(*) FILTER (WHERE {_COUNTED} AND place > 1),
    coalesce(sum(score) FILTER (WHERE {_COUNTED}), 0)::bigint,
    coalesce(sum(conceded) FILTER (WHERE {_COUNTED}), 0)::bigint,
    count(shooting) FILTER (WHERE {_COUNTED}),
    coalesce(sum(shooting[1]) FILTER (WHERE {_COUNTED}), 0),
    coalesce(sum(shooting[2]) FILTER (WHERE {_COUNTED}), 0),
    coalesce(sum(shooting[3]) FILTER (WHERE {_COUNTED}), 0),
    coalesce(sum(expected) FILTER (WHERE {_COUNTED}), 0)::bigint
"""
_AGAINST: Final = f"""
    SELECT {_SUMS} FROM (
        {
    _GAMES.format(
        which='''EXISTS (
            SELECT FROM games_player
            WHERE game_id = seat.game_id AND user_id = %(against)s AND user_id <> %(user)s
        )'''
    )
}
    ) game
"""  # noqa: S608 (our own words)
_SINCE: Final = f"""
    SELECT finished_at < %(settled)s IS TRUE AS is_settled, max(id), array_agg(id),
        (array_agg(game_id ORDER BY finished_at DESC))[1], max(finished_at), {_SUMS}
    FROM (
        {_GAMES.format(which="(seat.id > %(seat)s OR seat.id = ANY(%(others)s))")}
    ) game
    GROUP BY 1
"""  # noqa: S608 (our own words)
_IS_THERE: Final = "SELECT EXISTS (SELECT FROM games_game WHERE id = %s AND finished_at = %s)"


def sums_of(user_id: int, against: int | None = None) -> Sums:
    """Return what a person's games come to, all or those with one other person.

    ORM: ``Player.objects.filter(game__in=counted)`` aggregated, own seats and the others' apart,
    where ``counted`` are the person's finished games that both have played and that continue from
    no other, ``annotate(nth=Window(RowNumber(), partition_by=[others, TruncDate("finished_at")]))``
    and of these ``nth__lte=A_DAY``.
    """
    if against is not None:
        return Sums(*_ask(_AGAINST, {"user": user_id, "against": against})[0])
    key = KEPT_AS.format(user_id)
    stored = cache.get(key)
    kept = Kept(*stored) if stored else None
    if kept is not None and not _ask(_IS_THERE, kept.newest)[0][0]:
        kept = None
    today = timezone.now().astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    given = {"user": user_id, "settled": today - SETTLED_AFTER}
    given |= {"seat": kept.seat if kept else 0, "others": kept.others if kept else []}
    sums, found = kept.sums if kept else (0,) * len(Sums._fields), 0
    groups = {row[0]: row[1:] for row in _ask(_SINCE, given)}
    for is_settled, (newest_seat, seats, game, ended, *more) in sorted(
        groups.items(), reverse=True
    ):
        sums = tuple(one + other for one, other in zip(sums, more, strict=True))
        found += len(seats)
        if is_settled and found > FEW:
            seat = max(newest_seat, kept.seat if kept else 0)
            newest = max((game, ended), kept.newest if kept else (game, ended), key=_ended)
            running = groups[False][1] if False in groups else []
            others = [one for one in running if one < seat]
            cache.set(key, tuple(Kept(sums, seat, others, newest)), KEPT_SECONDS)
    return Sums(*sums)


def forget_sums(user_id: int) -> None:
    """Forget what is kept of someone who left."""
    cache.delete(KEPT_AS.format(user_id))


def _ended(one: tuple[str, datetime]) -> datetime:
    return one[1]


def _ask(statement: str, given: Mapping[str, Any] | Sequence[Any]) -> list[tuple[Any, ...]]:
    with reads().cursor() as cursor:
        cursor.execute(statement, given)
        found: list[tuple[Any, ...]] = cursor.fetchall()
        return found
