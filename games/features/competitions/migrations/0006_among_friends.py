from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("competitions", "0001_squashed")]

    operations = [
        migrations.AddField(
            model_name="competition",
            name="code",
            field=models.CharField(
                blank=True, editable=False, max_length=8, null=True, unique=True
            ),
        ),
        migrations.AddField(
            model_name="competition",
            name="turn_s",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
    ]
