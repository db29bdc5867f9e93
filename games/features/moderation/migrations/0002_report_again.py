from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """The same report may be made again once the first is decided."""

    dependencies = [
        ("moderation", "0001_reports"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="report", name="report_once"),
        migrations.AddConstraint(
            model_name="report",
            constraint=models.UniqueConstraint(
                condition=models.Q(("closed_at", None)),
                fields=("reporter", "about", "place", "reason"),
                name="report_once",
            ),
        ),
    ]
