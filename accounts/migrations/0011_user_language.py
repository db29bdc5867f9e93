from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0010_own_data")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="language",
            field=models.CharField(blank=True, db_default="", default="", max_length=12),
        ),
    ]
