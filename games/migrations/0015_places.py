"""Fill in the places, points and scores of games that ended before these had columns."""

from typing import Any

from django.db import migrations

BATCH = 2000

# The games stored so far have two players, so a place follows from who won.
_NEXT = """
SELECT id FROM games_game WHERE id > %s AND status = 'finished' ORDER BY id LIMIT %s
"""
_FILL = """
UPDATE games_player AS seat SET
    place = CASE WHEN game.winner IS NULL OR game.winner = seat.side THEN 1 ELSE 2 END,
    points = CASE WHEN game.winner IS NULL THEN 0.5 WHEN game.winner = seat.side THEN 1 ELSE 0 END,
    score = (game.description -> 'score' ->> seat.side)::int
FROM games_game AS game
WHERE game.id = seat.game_id AND game.id = ANY(%s) AND seat.place IS NULL
"""


def fill(apps: Any, schema_editor: Any) -> None:
    """Fill a batch in each statement: no row that is played in is touched."""
    last = ""
    with schema_editor.connection.cursor() as cursor:
        while True:
            cursor.execute(_NEXT, [last, BATCH])
            games = [game_id for (game_id,) in cursor.fetchall()]
            if not games:
                return
            cursor.execute(_FILL, [games])
            last = games[-1]


class Migration(migrations.Migration):
    # Each batch is a transaction of its own; what was filled before stays filled.
    atomic = False

    dependencies = [("games", "0014_acts")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
