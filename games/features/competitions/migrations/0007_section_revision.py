from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("competitions", "0006_among_friends")]

    operations = [
        migrations.AddField(
            model_name="section",
            name="revision",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
    ]
