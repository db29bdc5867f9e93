from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    """Deleted accounts of before were cleared in the transaction that deleted them."""

    atomic = False

    dependencies = [
        ("accounts", "0007_token_end"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="cleared_at",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.RunSQL(
            "UPDATE accounts_user SET cleared_at = deleted_at WHERE deleted_at IS NOT NULL",
            migrations.RunSQL.noop,
        ),
        AddIndexConcurrently(
            model_name="user",
            index=models.Index(
                fields=["deleted_at"],
                name="user_uncleared",
                condition=Q(deleted_at__isnull=False, cleared_at__isnull=True),
            ),
        ),
    ]
