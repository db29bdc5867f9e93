from django.db import migrations, models

# What was given out so far stays as it is; the next of a seat follows on it.
_AS_KNOWN = "UPDATE plans_planentry SET place = id WHERE place = 0"


class Migration(migrations.Migration):

    dependencies = [
        ('plans', '0001_start'),
    ]

    operations = [
        migrations.AddField(
            model_name='planentry',
            name='place',
            field=models.BigIntegerField(db_default=0, default=0),
        ),
        migrations.RunSQL(_AS_KNOWN, migrations.RunSQL.noop),
    ]
