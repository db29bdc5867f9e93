from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("notebook", "0001_squashed")]

    operations = [
        migrations.AddField("keptlines", "walked", models.JSONField(null=True)),
    ]
