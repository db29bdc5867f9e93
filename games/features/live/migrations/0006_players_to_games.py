"""Live players and staged turns belong to the core: ``games.0036`` has their tables."""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ("live", "0001_squashed"),
        ("games", "0036_live_players"),
    ]

    operations = []
