from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("accounts", "0011_user_language")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="guest_since",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        AddIndexConcurrently(
            model_name="user",
            index=models.Index(
                fields=["guest_since"],
                name="user_guests",
                condition=Q(guest_since__isnull=False),
            ),
        ),
    ]
