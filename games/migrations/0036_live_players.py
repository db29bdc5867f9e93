"""Live players and staged turns belong to the core: the tables stay as they are, under their names.

A database from before has them from the app of live play; in any other they are made here.
"""

import django.contrib.postgres.fields
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class CreateWhereMissing(migrations.CreateModel):
    def database_forwards(self, app_label, schema_editor, from_state, to_state):
        table = to_state.apps.get_model(app_label, self.name)._meta.db_table
        if table not in schema_editor.connection.introspection.table_names():
            super().database_forwards(app_label, schema_editor, from_state, to_state)


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0035_clocks_at_full_time"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateWhereMissing(
            name="LivePlayer",
            fields=[
                ("user", models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name="+", serialize=False, to=settings.AUTH_USER_MODEL)),
                ("game", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.game")),
            ],
            options={"db_table": "live_liveplayer"},
        ),
        CreateWhereMissing(
            name="StagedTurn",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("side", models.CharField(max_length=20)),
                ("turn", models.PositiveIntegerField()),
                ("round", models.PositiveIntegerField()),
                ("actions", django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=16), size=None)),
                ("staged_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("game", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.game")),
            ],
            options={
                "db_table": "live_stagedturn",
                "constraints": [models.UniqueConstraint(fields=("game", "side"), name="staged_once")],
            },
        ),
    ]
