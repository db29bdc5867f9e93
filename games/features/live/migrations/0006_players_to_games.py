"""Live players and staged turns belong to the core from now on: their tables stay."""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ("live", "0001_squashed"),
        ("games", "0036_live_players"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.DeleteModel(name="LivePlayer"),
                migrations.DeleteModel(name="StagedTurn"),
            ]
        ),
    ]
