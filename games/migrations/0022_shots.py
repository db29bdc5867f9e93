import django.contrib.postgres.fields
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0021_terms_by_player'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='shooting',
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.PositiveIntegerField(), blank=True, null=True, size=None
            ),
        ),
        migrations.AddField(
            model_name='turn',
            name='chances',
            field=models.JSONField(blank=True, null=True),
        ),
    ]
