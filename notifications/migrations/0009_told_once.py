"""A reminder is told beside what its event had to tell: the index for it is made meanwhile."""

from django.db import migrations, models

_NEW = "notification_told_once"


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('notifications', '0008_ladders'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(
                    f"CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS {_NEW}"
                    " ON notifications_notification (event_id, user_id, channel, rung)",
                    f"DROP INDEX CONCURRENTLY IF EXISTS {_NEW}",
                ),
            ],
            state_operations=[
                migrations.AddConstraint(
                    model_name='notification',
                    constraint=models.UniqueConstraint('event', 'user', 'channel', 'rung', name=_NEW),
                ),
            ],
        ),
        migrations.RemoveConstraint(model_name='notification', name='notification_once'),
    ]
