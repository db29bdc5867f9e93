from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("competitions", "0007_section_revision")]

    operations = [
        migrations.AddField(
            model_name="competition",
            name="has_rest",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
