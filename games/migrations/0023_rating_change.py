from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0022_shots'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='rating_change',
            field=models.JSONField(blank=True, null=True),
        ),
    ]
