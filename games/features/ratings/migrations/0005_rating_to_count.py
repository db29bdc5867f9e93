from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ("ratings", "0004_tally"),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="ratingchange",
            index=models.Index(
                condition=models.Q(("counted", False)), fields=["id"], name="rating_to_count"
            ),
        ),
    ]
