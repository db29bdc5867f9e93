import django.contrib.postgres.indexes
import django.db.models.functions.text
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ("accounts", "0014_family"),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="user",
            index=models.Index(
                django.contrib.postgres.indexes.OpClass(
                    django.db.models.functions.text.Upper("username"), name="text_pattern_ops"
                ),
                name="user_name_prefix",
            ),
        ),
    ]
