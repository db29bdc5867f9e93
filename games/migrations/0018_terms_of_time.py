"""A reserve beyond the turns, and how long each turn took."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0017_draw_offered_index'),
    ]

    operations = [
        migrations.AddField(
            model_name='challenge',
            name='gain_s',
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='challenge',
            name='reserve_s',
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='game',
            name='gain_s',
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='game',
            name='main_until',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='game',
            name='reserve_s',
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='player',
            name='reserve_left',
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='turn',
            name='took',
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
    ]
