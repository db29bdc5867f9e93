from django.db import migrations

# A child of the table of turns: what is moved there is still found through the parent, by every
# query there is. Indexes and constraints are not inherited; columns added to the parent later are.
MAKE = """
CREATE TABLE games_turn_archive (
    LIKE games_turn INCLUDING INDEXES INCLUDING CONSTRAINTS INCLUDING DEFAULTS
) INHERITS (games_turn);
ALTER TABLE games_turn_archive ADD FOREIGN KEY (game_id) REFERENCES games_game (id)
    DEFERRABLE INITIALLY DEFERRED;
"""
UNDO = """
WITH moved AS (DELETE FROM games_turn_archive RETURNING *) INSERT INTO games_turn SELECT * FROM moved;
DROP TABLE games_turn_archive;
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0006_leaner_indexes")]

    operations = [migrations.RunSQL(MAKE, UNDO)]
