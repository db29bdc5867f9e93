from django.db import migrations, models

from games.models.fairness import NEWEST, SEED_ALONE


class Migration(migrations.Migration):
    """Games that are stored began by scheme 1 and keep it."""

    dependencies = [("games", "0008_event_data")]

    operations = [
        migrations.AddField(
            "game", "fairness_scheme", models.PositiveSmallIntegerField(default=SEED_ALONE)
        ),
        migrations.AlterField(
            "game", "fairness_scheme", models.PositiveSmallIntegerField(default=NEWEST)
        ),
        migrations.AddField(
            "game", "sealed_seed", models.BinaryField(default=bytes, editable=False)
        ),
        migrations.AddField("game", "commitment", models.CharField(blank=True, max_length=64)),
        migrations.AddField("game", "salts", models.JSONField(default=dict)),
        migrations.AddField("game", "first_shot", models.PositiveIntegerField(default=0)),
        migrations.AddField(
            "game", "earlier_seeds", models.JSONField(default=list, editable=False)
        ),
    ]
