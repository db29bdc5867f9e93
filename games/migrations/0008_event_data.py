from django.db import migrations, models

# Every event now tells how its game stood just after. Of those written before, what is no longer
# known (the position, who was awaited) is told as it is when nothing is.
FILL = """
UPDATE games_gameevent event
SET data = jsonb_build_object(
        'ruleset', game.ruleset,
        'status', game.status,
        'round', COALESCE(game.description -> 'round', '1'),
        'score', COALESCE(game.description -> 'score', 'null'),
        'position', NULL,
        'next_turn', COALESCE((event.data ->> 'turn')::int + (event.type <> 'deadline.near')::int,
            game.next_turn),
        'awaiting', '[]'::jsonb,
        'deadline', NULL
    )
    || CASE WHEN event.type = 'draw.declined' THEN '{"by_playing": false}' ELSE '{}' END::jsonb
    || event.data
FROM games_game game
WHERE event.game_id = game.id AND NOT event.data ? 'ruleset'
"""


class Migration(migrations.Migration):
    # Each step is committed: no challenge waits while all events are filled in. That comes first,
    # because it may run again.
    atomic = False

    dependencies = [("games", "0007_archive")]

    operations = [
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
        migrations.AddField(
            "challenge",
            "decline_reason",
            models.CharField(
                blank=True,
                choices=[
                    ("later", "Not now, perhaps later."),
                    ("too_fast", "With more time for a turn, gladly."),
                    ("too_slow", "With less time for a turn, gladly."),
                    ("terms", "On other terms, gladly."),
                    ("ruleset", "Another game, gladly."),
                    ("no_bots", "Not against bots."),
                    ("only_bots", "Only against bots."),
                ],
                max_length=20,
            ),
        ),
    ]
