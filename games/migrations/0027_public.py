"""Whether a challenge and its game may be listed."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0026_given_time'),
    ]

    operations = [
        migrations.AddField(
            model_name='challenge',
            name='is_public',
            field=models.BooleanField(db_default=True, default=True),
        ),
        migrations.AddField(
            model_name='game',
            name='is_public',
            field=models.BooleanField(db_default=True, default=True),
        ),
    ]
