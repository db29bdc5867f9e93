"""Missed chances of the kind ``again``, which analyses find."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('puzzles', '0004_given'),
    ]

    operations = [
        migrations.AlterField(
            model_name='missed',
            name='kind',
            field=models.CharField(choices=[('mate', 'mate'), ('sure', 'sure'), ('two', 'two'), ('ball', 'ball'), ('guard', 'guard'), ('chance', 'chance'), ('again', 'again')], max_length=10),
        ),
        migrations.AlterField(
            model_name='puzzle',
            name='kind',
            field=models.CharField(choices=[('mate', 'mate'), ('sure', 'sure'), ('two', 'two'), ('ball', 'ball'), ('guard', 'guard'), ('chance', 'chance'), ('again', 'again')], max_length=10),
        ),
    ]
