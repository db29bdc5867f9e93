from django.db import migrations

# Children of the tables that every turn goes through, as games_turn_archive is one. Their rows are only
# moved there from the parent, under the lock of their game: its keys were checked when they were written,
# and to check them again would take a lock on games_game here, for which turns would wait.
ARCHIVES = """
CREATE TABLE games_gameevent_archive (
    LIKE games_gameevent INCLUDING INDEXES INCLUDING CONSTRAINTS INCLUDING DEFAULTS
) INHERITS (games_gameevent);
CREATE TABLE games_inboxentry_archive (
    LIKE games_inboxentry INCLUDING INDEXES INCLUDING CONSTRAINTS INCLUDING DEFAULTS
) INHERITS (games_inboxentry);
"""
# What was moved is moved back.
BACK = """
WITH moved AS (DELETE FROM games_gameevent_archive RETURNING *)
INSERT INTO games_gameevent SELECT * FROM moved;
WITH moved AS (DELETE FROM games_inboxentry_archive RETURNING *)
INSERT INTO games_inboxentry SELECT * FROM moved;
DROP TABLE games_gameevent_archive;
DROP TABLE games_inboxentry_archive;
"""


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0041_rest_days"),
    ]

    operations = [
        migrations.RunSQL(ARCHIVES, BACK),
    ]
