"""The analyses of finished games."""

import django.contrib.postgres.fields
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('games', '0041_rest_days'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Analysis',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('value_version', models.CharField(max_length=20)),
                ('rules_version', models.PositiveSmallIntegerField()),
                ('status', models.CharField(choices=[('waiting', 'Waiting'), ('summed', 'Summed'), ('searching', 'Searching'), ('done', 'Done'), ('failed', 'Failed')], default='waiting', max_length=10)),
                ('done_to', models.PositiveIntegerField(default=0)),
                ('start', models.PositiveSmallIntegerField(null=True)),
                ('marks', django.contrib.postgres.fields.ArrayField(base_field=models.PositiveSmallIntegerField(), default=list, size=None)),
                ('between', models.JSONField(default=list)),
                ('totals', models.JSONField(null=True)),
                ('best', django.contrib.postgres.fields.ArrayField(base_field=models.PositiveSmallIntegerField(null=True), default=list, size=None)),
                ('best_turns', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=60), default=list, size=None)),
                ('looked_again', models.JSONField(default=dict)),
                ('place', models.PositiveSmallIntegerField(default=0)),
                ('asked_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('failed_at', models.DateTimeField(null=True)),
                ('cpu_ms', models.PositiveIntegerField(default=0)),
                ('made_at', models.DateTimeField(null=True)),
                ('asked_by', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='analyses', to='games.game')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('status__in', ('waiting', 'searching'))), fields=['asked_at', 'id'], name='analysis_queued')],
                'constraints': [models.UniqueConstraint(fields=('game', 'value_version'), name='analysis_once')],
            },
        ),
    ]
