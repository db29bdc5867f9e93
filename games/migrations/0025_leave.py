"""Leave: when people are away, and a copy of it at each of their seats."""

import django.contrib.postgres.fields
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0024_game_to_rate'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='challenge',
            name='has_leave',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name='game',
            name='has_leave',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name='player',
            name='away',
            field=django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), blank=True, null=True, size=None),
        ),
        migrations.CreateModel(
            name='Leave',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('begins_at', models.DateTimeField()),
                ('ends_at', models.DateTimeField()),
                ('told', models.PositiveSmallIntegerField(choices=[(0, 'Nothing'), (1, 'Began'), (2, 'Ended')], default=0)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='leaves', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-begins_at'],
                'indexes': [models.Index(fields=['user', '-begins_at'], name='leave_of_user'), models.Index(condition=models.Q(('told__lt', 2)), fields=['begins_at'], name='leave_to_tell')],
                'constraints': [models.CheckConstraint(condition=models.Q(('ends_at__gt', models.F('begins_at'))), name='leave_forwards')],
            },
        ),
    ]
