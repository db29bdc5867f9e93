import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    replaces = [("live", "0001_initial"), ("live", "0002_staged_turn"), ("live", "0003_playing_on"), ("live", "0004_seek"), ("live", "0005_seek_rated")]

    dependencies = [
        ("accounts", "0001_squashed"),
        ("games", "0001_squashed"),
    ]

    operations = [
        migrations.CreateModel(
            name='LiveRest',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('until', models.DateTimeField()),
                ('times', models.PositiveSmallIntegerField(default=0)),
                ('counted_to', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='PlayingOn',
            fields=[
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='playing_on', serialize=False, to='games.game')),
                ('agreed', models.JSONField(default=dict)),
                ('began_at', models.DateTimeField(blank=True, null=True)),
                ('moved_at', models.DateTimeField(blank=True, null=True)),
                ('turn', models.PositiveIntegerField(default=1)),
            ],
            options={'indexes': [models.Index(condition=models.Q(('began_at__isnull', False)), fields=['moved_at'], name='playing_on_runs')]},
        ),
        migrations.CreateModel(
            name='Seek',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('ruleset', models.CharField(max_length=20)),
                ('live', models.JSONField()),
                ('rated', models.BooleanField(db_default=False, default=False)),
                ('is_bot', models.BooleanField()),
                ('rating', models.PositiveSmallIntegerField()),
                ('least', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('most', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('made_at', models.DateTimeField()),
                ('seen_at', models.DateTimeField()),
            ],
            options={'indexes': [models.Index(fields=['made_at'], name='seek_made')]},
        ),
    ]
