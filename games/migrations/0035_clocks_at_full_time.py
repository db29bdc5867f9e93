"""Matches that ended by time showed a whole half on their clock: nothing was left of it."""

from django.db import migrations

_GAMES = """
    UPDATE games_game SET live = jsonb_set(live, '{left,match}', '0')
    WHERE reason = 'full_time' AND live->>'phase' = 'over' AND live->'left' ? 'match'
"""
_EVENTS = """
    UPDATE games_gameevent AS event
    SET data = jsonb_set(event.data, '{live,clock_ms,match}', '0')
    FROM games_game AS game
    WHERE game.reason = 'full_time' AND game.live IS NOT NULL AND event.game_id = game.id
        AND event.data->'live'->>'phase' = 'over' AND event.data->'live'->'clock_ms' ? 'match'
"""


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0002_squashed_archive'),
    ]

    operations = [
        migrations.RunSQL(_GAMES, migrations.RunSQL.noop),
        migrations.RunSQL(_EVENTS, migrations.RunSQL.noop),
    ]
