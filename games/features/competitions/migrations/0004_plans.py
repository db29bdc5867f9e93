from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('competitions', '0003_earlier_commitments'),
    ]

    operations = [
        migrations.AddField(
            model_name='competition',
            name='plans',
            field=models.BooleanField(db_default=True, default=True),
        ),
    ]
