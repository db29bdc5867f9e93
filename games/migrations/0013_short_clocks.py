"""Seconds for a turn, for copies on which clients are tried."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0012_blocks")]

    operations = [
        migrations.AddField(
            "challenge", "turn_s", models.PositiveIntegerField(blank=True, null=True)
        ),
        migrations.AddField("game", "turn_s", models.PositiveIntegerField(blank=True, null=True)),
    ]
