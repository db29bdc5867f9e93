from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0030_turn_by'),
    ]

    operations = [
        migrations.AddField(
            model_name='challenge',
            name='live',
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='game',
            name='live',
            field=models.JSONField(blank=True, null=True),
        ),
    ]
