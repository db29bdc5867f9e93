from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0032_going_on'),
    ]

    operations = [
        migrations.AddField(
            model_name='challenge',
            name='filters',
            field=models.JSONField(blank=True, db_default={}, default=dict),
        ),
    ]
