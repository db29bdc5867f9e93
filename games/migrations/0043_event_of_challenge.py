"""Replaces two indexes of events by one without those of games, each of which was written into both twice."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q

TABLES = {
    "games_gameevent": "event_of_challenge",
    "games_gameevent_archive": "games_gameevent_archive_challenge_id_idx2",
}
FOUND = """
SELECT indexrelid::regclass::text FROM pg_index JOIN pg_attribute ON attrelid = indrelid
WHERE indrelid = %s::regclass AND attname = 'challenge_id' AND indkey::text = attnum::text
AND (indpred IS NULL) = %s AND (indpred IS NULL OR NOT indisvalid)
"""
NEW = "CREATE INDEX CONCURRENTLY IF NOT EXISTS {name} ON {table} (challenge_id) WHERE challenge_id IS NOT NULL"
OLD = "CREATE INDEX CONCURRENTLY ON {table} (challenge_id {kind})"


def forwards(apps, editor):
    with editor.connection.cursor() as cursor:
        for table, name in TABLES.items():
            drop(cursor, table, is_whole=False)  # left by one that was broken off
            cursor.execute(NEW.format(name=name, table=table))
            drop(cursor, table, is_whole=True)


def backwards(apps, editor):
    with editor.connection.cursor() as cursor:
        for table, name in TABLES.items():
            for kind in ("", "varchar_pattern_ops"):
                cursor.execute(OLD.format(table=table, kind=kind))
            cursor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")


def drop(cursor, table, is_whole):
    cursor.execute(FOUND, [table, is_whole])
    for (name,) in cursor.fetchall():
        cursor.execute(f"DROP INDEX CONCURRENTLY {name}")


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ("games", "0042_archive_of_events"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunPython(forwards, backwards, atomic=False),
            ],
            state_operations=[
                migrations.AlterField(
                    model_name="gameevent",
                    name="challenge",
                    field=models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="events",
                        to="games.challenge",
                    ),
                ),
                migrations.AddIndex(
                    model_name="gameevent",
                    index=models.Index(
                        condition=Q(("challenge__isnull", False)),
                        fields=["challenge"],
                        name="event_of_challenge",
                    ),
                ),
            ],
        ),
    ]
