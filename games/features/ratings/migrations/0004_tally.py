import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("ratings", "0003_trust"),
    ]

    operations = [
        migrations.AddField(
            model_name="ratingchange",
            name="counted",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.CreateModel(
            name="Tally",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("pool", models.CharField(max_length=32)),
                ("day", models.DateField()),
                ("games", models.IntegerField(default=0)),
                ("won", models.IntegerField(default=0)),
                ("scored", models.IntegerField(default=0)),
                ("goals", models.IntegerField(default=0)),
                ("shot", models.IntegerField(default=0)),
                ("expected", models.IntegerField(default=0)),
                ("mates", models.FloatField(default=0.0)),
                ("streak", models.IntegerField(default=0)),
                ("opponents", django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), default=list, size=None)),
                ("user", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "indexes": [models.Index(fields=["pool", "day"], name="tally_by_day")],
                "constraints": [models.UniqueConstraint(fields=("pool", "user", "day"), name="tally_of_day")],
            },
        ),
    ]
