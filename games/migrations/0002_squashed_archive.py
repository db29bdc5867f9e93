from django.db import migrations

# Django adds this index to a text key for LIKE. Nothing asks for it, and every turn would maintain it.
# It is made at the end of the migration that makes the table.
LIKE = "DROP INDEX IF EXISTS games_game_id_73b74cb1_like"
# A child of the table of turns: queries on turns still find what is moved there. Indexes and constraints
# are not inherited; columns added to the parent later are.
ARCHIVE = """
CREATE TABLE games_turn_archive (
    LIKE games_turn INCLUDING INDEXES INCLUDING CONSTRAINTS INCLUDING DEFAULTS
) INHERITS (games_turn);
ALTER TABLE games_turn_archive ADD FOREIGN KEY (game_id) REFERENCES games_game (id)
    DEFERRABLE INITIALLY DEFERRED;
"""


class Migration(migrations.Migration):
    replaces = [("games", "0006_leaner_indexes"), ("games", "0007_archive")]

    dependencies = [("games", "0001_squashed")]

    operations = [
        migrations.RunSQL(LIKE, migrations.RunSQL.noop),
        migrations.RunSQL(ARCHIVE, "DROP TABLE games_turn_archive"),
    ]
