"""Moving what is kept of games long over out of the tables that are played in.

Turns, events and the entries of inboxes each have an archive, a child of their table in
PostgreSQL. History, export, pictures, replay, logs and inboxes find what is there as before; only
the tables and the indexes that every turn goes through stay small.

One child for all years, not one for each month: rows are asked for by game, by person or by event,
never by month, so each reader would have to look into the index of every month.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final, NamedTuple

from django.db import connection, transaction
from django.db.models import ForeignKey

from games.models import GameEvent

BATCH: Final = 100
"""Games moved at a time, each with some 240 rows."""


class Moved(NamedTuple):
    """What one batch came to; ``last`` is the id of the last game looked at, None at the end."""

    turns: int
    events: int
    entries: int
    last: str | None


# ORM: Game.objects.filter(pk__gt=after, finished_at__lt=before).order_by("pk")[:limit]
_NEXT = """
SELECT id FROM games_game WHERE id > %s AND finished_at < %s ORDER BY id LIMIT %s
"""
# ORM: Game.objects.filter(pk__in=games).select_for_update(…), with FOR KEY SHARE, which it can't
# say. Who deletes a game or takes a name out of its events locks it first, and would miss rows that
# are on their way; a game that is being deleted is passed over.
_LOCK = """
SELECT id FROM games_game WHERE id = ANY(%s) ORDER BY id FOR KEY SHARE SKIP LOCKED
"""
# The ORM has no word for the parent of a table without its children (ONLY), nor for moving rows.
# One statement for each: anyone who reads meanwhile finds each row once, here or there.
_MOVE_TURNS = """
WITH moved AS (DELETE FROM ONLY games_turn WHERE game_id = ANY(%s) RETURNING *)
INSERT INTO games_turn_archive SELECT * FROM moved
"""
_MOVE_EVENTS = """
WITH moved AS (
    DELETE FROM ONLY games_gameevent event
    WHERE game_id = ANY(%s) AND relayed_at IS NOT NULL {unneeded} RETURNING *
), entries AS (
    DELETE FROM ONLY games_inboxentry entry USING moved WHERE entry.event_id = moved.id
    RETURNING entry.*
), events AS (
    INSERT INTO games_gameevent_archive SELECT * FROM moved
), kept AS (
    INSERT INTO games_inboxentry_archive SELECT * FROM entries
)
SELECT (SELECT count(*) FROM moved), (SELECT count(*) FROM entries)
"""


def archive_games(before: datetime, after: str = "", limit: int = BATCH) -> Moved:
    """Move what is kept of the next games, by id after ``after``, that were over ``before`` then.

    An event stays while it waits in the outbox, and while a notification or a delivery belongs to
    it, which is ninety days. Run twice or beside itself, it moves nothing twice.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_NEXT, [after, before, limit])
        found = [game_id for (game_id,) in cursor.fetchall()]
        if not found:
            return Moved(0, 0, 0, None)
        cursor.execute(_LOCK, [found])
        games = [game_id for (game_id,) in cursor.fetchall()]
        cursor.execute(_MOVE_TURNS, [games])
        turns = cursor.rowcount
        cursor.execute(_MOVE_EVENTS.format(unneeded=_unneeded()), [games])
        events, entries = cursor.fetchone()
        return Moved(turns, events, entries, found[-1])


def _unneeded() -> str:
    """Return the condition that no row belongs to an event by a key that PostgreSQL checks.

    It checks such a key against the table alone, not its children.
    """
    keys = [
        rel.field
        for rel in GameEvent._meta.related_objects
        if isinstance(rel.field, ForeignKey) and rel.field.db_constraint  # type: ignore[attr-defined]
    ]
    return " ".join(
        f"AND NOT EXISTS (SELECT FROM {key.model._meta.db_table} row"
        f" WHERE row.{key.column} = event.id)"
        for key in keys
    )
