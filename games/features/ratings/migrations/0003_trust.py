from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('ratings', "0001_squashed"),
    ]

    operations = [
        migrations.AddField(
            model_name='ratingchange',
            name='trust',
            field=models.FloatField(db_default=1.0, default=1.0),
        ),
    ]
