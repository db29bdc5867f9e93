"""Moving the turns of games long over out of the table that is played in.

The archive is a child of that table in PostgreSQL, so history, export, pictures and replay find
what is there as before; only the table and the indexes that every turn goes through stay small.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final, NamedTuple

from django.db import connection, transaction

BATCH: Final = 500


class Moved(NamedTuple):
    """What one batch came to; ``last`` is the id of the last game looked at, None at the end."""

    turns: int
    last: str | None


# ORM: Game.objects.filter(pk__gt=after, finished_at__lt=before).order_by("pk")[:limit]
_NEXT = """
SELECT id FROM games_game WHERE id > %s AND finished_at < %s ORDER BY id LIMIT %s
"""
# The ORM has no word for the parent of a table without its children (ONLY), nor for moving rows.
# One statement: anyone who reads meanwhile finds each turn once, here or there.
_MOVE = """
WITH moved AS (DELETE FROM ONLY games_turn WHERE game_id = ANY(%s) RETURNING *)
INSERT INTO games_turn_archive SELECT * FROM moved
"""


def archive_turns(before: datetime, after: str = "", limit: int = BATCH) -> Moved:
    """Move the turns of the next games, by id after ``after``, that were over ``before`` then.

    No one plays in a game that is over, so no lock is needed; run twice, it moves nothing twice.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_NEXT, [after, before, limit])
        games = [game_id for (game_id,) in cursor.fetchall()]
        if not games:
            return Moved(0, None)
        cursor.execute(_MOVE, [games])
        return Moved(cursor.rowcount, games[-1])
