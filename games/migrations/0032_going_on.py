import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    # An index that others may work beside is not made in a transaction.
    atomic = False

    dependencies = [
        ('games', '0031_live'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='challenge',
            name='goes_on_from',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='offers_to_go_on', to='games.game'),
        ),
        migrations.AddField(
            model_name='game',
            name='begins_with',
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(
                    'CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "challenge_one_onward"'
                    ' ON "games_challenge" ("goes_on_from_id")'
                    " WHERE \"status\" IN ('open', 'accepted')",
                    'DROP INDEX CONCURRENTLY IF EXISTS "challenge_one_onward"',
                )
            ],
            state_operations=[
                migrations.AddConstraint(
                    model_name='challenge',
                    constraint=models.UniqueConstraint(condition=models.Q(('status__in', ('open', 'accepted'))), fields=('goes_on_from',), name='challenge_one_onward'),
                ),
            ],
        ),
    ]
