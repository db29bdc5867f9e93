"""What chess programs write of positions, for games of chess."""

import django.contrib.postgres.fields
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('analysis', '0001_start'),
    ]

    operations = [
        migrations.AddField(
            model_name='analysis',
            name='scores',
            field=django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=10), null=True, size=None),
        ),
    ]
