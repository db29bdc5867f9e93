"""Games with their seats as they are in the database, read by fixed statements.

Every call about a game begins with one of these. Built again by the ORM each time, the statement
would cost more than all the rest of a read. Each docstring has the ORM lines that say the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, Final

import orjson
from django.db import connection
from django.db.models import JSONField

from config.backends.db.rows import object_of
from config.backends.standby import reads
from games.models import Game
from games.models.querysets import Seat

_FIELDS: Final[list[Any]] = list(Game._meta.concrete_fields)
_NAMES: Final = [field.attname for field in _FIELDS]
_WIDTH: Final = len(_FIELDS)
_JSON: Final = [place for place, field in enumerate(_FIELDS) if isinstance(field, JSONField)]

_SEAT_COLUMNS: Final = {
    "side": "seat.side",
    "user_id": "seat.user_id",
    "username": "COALESCE(seat.shown_as, person.username)",
    "is_awaited": "seat.deadline IS NOT NULL",
    "is_bot": "person.is_bot",
    "reserve_left": "seat.reserve_left",
    "shooting": "seat.shooting",
    "away": "seat.away",
    "rating": "seat.rating",
    # A name is hidden for nothing where its kit shows whose it is.
    "kit": "CASE WHEN seat.shown_as IS NULL THEN person.page_settings->>'kit' END",
    "rest": "person.rest_days",
}
_SEAT: Final = ", ".join(_SEAT_COLUMNS[name] for name in Seat._fields)

_COLUMNS: Final = ", ".join(f'game."{field.column}"' for field in _FIELDS)

# A row for each seat, with the game in all of them: so the seats can be locked together with it. A
# seat whose person has changed while the lock was waited for finds no one, and must not be lost.
_READ: Final = f"""
    SELECT {_COLUMNS}, {_SEAT}
    FROM games_game game
    JOIN games_player seat ON seat.game_id = game.id
    LEFT JOIN accounts_user person ON person.id = seat.user_id
    WHERE game.id = %s
    ORDER BY seat.id
"""  # noqa: S608 (our own columns)
# A statement that has waited for a lock sees the rows it locks as they are after the wait, and all
# others as they were before. So the seats are locked too: they show whose turn it is.
_LOCK: Final = _READ + "FOR NO KEY UPDATE OF game, seat"
_SEATS: Final = f"""
    SELECT seat.game_id, {_SEAT}
    FROM games_player seat
    JOIN accounts_user person ON person.id = seat.user_id
    WHERE seat.game_id = ANY(%s)
    ORDER BY seat.id
"""  # noqa: S608 (our own columns)
_WITH_SEATS: Final = f"""
    SELECT {_COLUMNS}, (
        SELECT json_agg(json_build_array({_SEAT}) ORDER BY seat.id)::text
        FROM games_player seat
        JOIN accounts_user person ON person.id = seat.user_id
        WHERE seat.game_id = game.id
    )
"""  # noqa: S608 (our own columns)
_MANY: Final = f"{_WITH_SEATS} FROM games_game game WHERE game.id = ANY(%s)"
# The index player_awaited holds all that the inner part asks for, in this order.
_AWAITING: Final = f"""
    {_WITH_SEATS}
    FROM (
        SELECT game_id, deadline FROM games_player
        WHERE user_id = %s AND deadline IS NOT NULL {{beyond}}
        ORDER BY deadline {{way}}, game_id {{way}}
        LIMIT %s
    ) due
    JOIN games_game game ON game.id = due.game_id
    ORDER BY due.deadline {{way}}, game.id {{way}}
"""  # noqa: S608 (our own columns)


_OF_RULESETS: Final = """
    AND EXISTS (SELECT FROM games_game game WHERE game.id = game_id AND game.ruleset = ANY(%s))
"""


def read_game(game_id: str) -> Game | None:
    """Return the game with its seats, or ``None`` if there is none of this id.

    ORM: ``Game.objects.with_seats().filter(pk=game_id).first()``.
    """
    return _fetch(_READ, game_id)


def read_game_locked(game_id: str) -> Game | None:
    """Return the game with its seats, locked until the transaction ends; ``None`` if none is.

    ORM: ``Game.objects.select_for_update(no_key=True).filter(pk=game_id).first()``, and its
    ``players.select_related("user").order_by("pk").select_for_update(no_key=True, of=["self"])``.
    """
    return _fetch(_LOCK, game_id)


def read_games(game_ids: Collection[str]) -> dict[str, Game]:
    """Return the games of these ids with their seats.

    ORM: ``Game.objects.with_seats().in_bulk(game_ids)``.
    """
    if not game_ids:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(_MANY, [list(game_ids)])
        return {game.pk: game for game in _with_seats(cursor.fetchall())}


def read_seats(games: Sequence[Game]) -> None:
    """Give locked games their seats as they are now, which takes a statement of its own.

    ORM: ``Player.objects.filter(game__in=games).select_related("user").order_by("pk")``.
    """
    if not games:
        return
    seats: dict[str, list[Seat]] = {game.pk: [] for game in games}
    with connection.cursor() as cursor:
        cursor.execute(_SEATS, [list(seats)])
        for game_id, *values in cursor.fetchall():
            seats[game_id].append(Seat(*values))
    for game in games:
        game.seats = tuple(seats[game.pk])


def read_awaiting(
    user_id: int,
    limit: int,
    *,
    after: Sequence[Any] | None = None,
    backwards: bool = False,
    rulesets: Sequence[str] = (),
) -> list[Game]:
    """Return games that wait for this person with their seats, nearest deadline first.

    ``after`` is the deadline and the id of the game before them; ``backwards`` reads from there
    towards the nearest, and returns them in that order. ``rulesets`` leaves out all others.

    ORM: ``Game.objects.with_seats().awaiting(user_id)[:limit]``, and ``after`` as a condition on
    ``(due_at, pk)``.
    """
    sign, way = ("<", "DESC") if backwards else (">", "ASC")
    beyond = "" if after is None else f"AND (deadline, game_id) {sign} (%s, %s)"
    values = [user_id, *(after or ())]
    if rulesets:
        beyond += _OF_RULESETS
        values.append(list(rulesets))
    with connection.cursor() as cursor:
        cursor.execute(_AWAITING.format(beyond=beyond, way=way), [*values, limit])
        return list(_with_seats(cursor.fetchall()))


def _with_seats(rows: Iterable[Sequence[Any]]) -> Iterator[Game]:
    for *values, seats in rows:
        game = _game_of(values)
        game.seats = tuple(Seat(*seat) for seat in orjson.loads(seats or "[]"))
        yield game


def _fetch(statement: str, game_id: str) -> Game | None:
    with reads().cursor() as cursor:
        cursor.execute(statement, [game_id])
        rows = cursor.fetchall()
    if not rows:
        return None
    seats = tuple(Seat(*row[_WIDTH:]) for row in rows)
    if any(seat.is_bot is None for seat in seats):
        return _fetch(statement, game_id)  # Someone else has sat down; now they are seen.
    game = _game_of(list(rows[0][:_WIDTH]))
    game.seats = seats
    return game


def _game_of(values: list[Any]) -> Game:
    """Return the game whose columns these are."""
    for place in _JSON:
        if values[place] is not None:
            values[place] = orjson.loads(values[place])
    return object_of(Game, _NAMES, values, reads().alias)


def estimate_running() -> float:
    """Return about how many games run: the planner's count of the index that holds them.

    ORM: ``Game.objects.filter(deadline__isnull=False, set_aside_at__isnull=True).count()``, which
    would read them all.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT reltuples FROM pg_class WHERE relname = 'game_overdue'")
        row = cursor.fetchone()
    return max(row[0], 0.0) if row else 0.0
