"""Time that players give to each other."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0025_leave'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='given_s',
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
    ]
