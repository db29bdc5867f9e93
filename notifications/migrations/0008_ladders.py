"""Reminders by a ladder: what people chose, who is to be reminded next, what was told."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0026_given_time'),
        ('notifications', '0007_competitions'),
    ]

    operations = [
        migrations.AddField(
            model_name='notification',
            name='rung',
            field=models.CharField(blank=True, db_default='', default='', max_length=12),
        ),
        migrations.AddField(
            model_name='preferences',
            name='rungs',
            field=models.JSONField(blank=True, db_default={}, default=dict),
        ),
        migrations.AddField(
            model_name='preferences',
            name='wake_me',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.CreateModel(
            name='Ladder',
            fields=[
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='ladder', serialize=False, to='games.player')),
                ('next_at', models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name='ToldRung',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('clock_began_at', models.DateTimeField()),
                ('rung', models.CharField(max_length=12)),
                ('channel', models.CharField(choices=[('mail', 'mail'), ('push', 'push')], max_length=10)),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='told_rungs', to='games.player')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('player', 'clock_began_at', 'rung', 'channel'), name='rung_told_once')],
            },
        ),
    ]
