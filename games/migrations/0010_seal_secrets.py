import hashlib

from django.db import migrations, transaction

from config.backends.encryption import seal, unseal

BATCH = 500


def seal_secrets(apps, schema_editor):
    """Seal the secret of every game; may run again."""

    def change(game):
        game.sealed_seed = seal(bytes(game.secret))
        game.commitment = hashlib.sha256(bytes(game.secret)).hexdigest()

    _change_all(apps, schema_editor, change, ["sealed_seed", "commitment"])


def open_seeds(apps, schema_editor):
    """Put every seed back where it lay open."""

    def change(game):
        game.secret = unseal(bytes(game.sealed_seed))

    _change_all(apps, schema_editor, change, ["secret"])


def _change_all(apps, schema_editor, change, columns):
    """Change all games, a batch in a transaction of its own."""
    Game = apps.get_model("games", "Game")
    last = ""
    while True:
        with transaction.atomic(schema_editor.connection.alias):
            games = list(
                Game.objects.filter(pk__gt=last)
                .order_by("pk")
                .only("pk", "secret", "sealed_seed", "commitment")
                .select_for_update(no_key=True)[:BATCH]
            )
            if not games:
                return
            for game in games:
                change(game)
            Game.objects.bulk_update(games, columns)
            last = games[-1].pk


class Migration(migrations.Migration):
    # Each batch is committed, so that games wait for one batch at most.
    atomic = False

    dependencies = [("games", "0009_seeds")]

    operations = [migrations.RunPython(seal_secrets, open_seeds)]
