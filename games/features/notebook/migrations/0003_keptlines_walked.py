from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("notebook", "0002_keptlines")]

    operations = [
        migrations.AddField("keptlines", "walked", models.JSONField(null=True)),
    ]
