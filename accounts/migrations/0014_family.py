from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("accounts", "0013_operator_act"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="is_family",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
