import django.db.models.deletion
import django.utils.timezone
import games.models.identifiers
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    replaces = [("puzzles", "0001_puzzles"), ("puzzles", "0002_two_turns_ahead"), ("puzzles", "0003_missed")]

    dependencies = [
        ("accounts", "0001_squashed"),
        ("games", "0001_squashed"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='PuzzleRating',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='puzzle_rating', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('rating', models.FloatField(default=1500.0)),
                ('deviation', models.FloatField(default=350.0)),
                ('volatility', models.FloatField(default=0.06)),
                ('tried', models.PositiveIntegerField(default=0)),
                ('last_at', models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Searched',
            fields=[
                ('what', models.CharField(max_length=20, primary_key=True, serialize=False)),
                ('until', models.DateTimeField(blank=True, null=True)),
                ('game', models.CharField(blank=True, max_length=8)),
                ('rounds', models.PositiveIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name='Puzzle',
            fields=[
                ('id', models.CharField(default=games.models.identifiers.new_public_id, editable=False, max_length=8, primary_key=True, serialize=False)),
                ('kind', models.CharField(choices=[('mate', 'mate'), ('sure', 'sure'), ('two', 'two'), ('ball', 'ball'), ('guard', 'guard'), ('chance', 'chance')], max_length=10)),
                ('position', models.CharField(max_length=120)),
                ('side', models.CharField(max_length=20)),
                ('solutions', models.JSONField()),
                ('best', models.PositiveSmallIntegerField()),
                ('second', models.PositiveSmallIntegerField()),
                ('rules_version', models.PositiveSmallIntegerField()),
                ('turn', models.PositiveIntegerField()),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('situation', models.CharField(max_length=120, unique=True)),
                ('rating', models.FloatField()),
                ('deviation', models.FloatField(default=350.0)),
                ('volatility', models.FloatField(default=0.06)),
                ('plays', models.PositiveIntegerField(default=0)),
                ('likes', models.PositiveIntegerField(default=0)),
                ('day', models.DateField(blank=True, null=True, unique=True)),
                ('game', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='puzzles', to='games.game')),
            ],
        ),
        migrations.CreateModel(
            name='Attempt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first', models.BooleanField()),
                ('solved', models.BooleanField()),
                ('solved_at', models.DateTimeField(blank=True, null=True)),
                ('shown', models.BooleanField(default=False)),
                ('liked', models.BooleanField(default=False)),
                ('ms', models.PositiveIntegerField(blank=True, null=True)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='puzzle_attempts', to=settings.AUTH_USER_MODEL)),
                ('puzzle', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='attempts', to='puzzles.puzzle')),
            ],
        ),
        migrations.CreateModel(
            name='Missed',
            fields=[
                ('id', models.CharField(default=games.models.identifiers.new_public_id, editable=False, max_length=8, primary_key=True, serialize=False)),
                ('kind', models.CharField(choices=[('mate', 'mate'), ('sure', 'sure'), ('two', 'two'), ('ball', 'ball'), ('guard', 'guard'), ('chance', 'chance')], max_length=10)),
                ('position', models.CharField(max_length=120)),
                ('side', models.CharField(max_length=20)),
                ('solutions', models.JSONField()),
                ('best', models.PositiveSmallIntegerField()),
                ('second', models.PositiveSmallIntegerField()),
                ('rules_version', models.PositiveSmallIntegerField()),
                ('turn', models.PositiveIntegerField()),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('played', models.TextField()),
                ('first', models.BooleanField(blank=True, null=True)),
                ('solved_at', models.DateTimeField(blank=True, null=True)),
                ('shown', models.BooleanField(default=False)),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='missed_puzzles', to='games.game')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='missed_puzzles', to=settings.AUTH_USER_MODEL)),
            ],
            options={'indexes': [models.Index(fields=['user', '-made_at'], name='missed_newest')], 'constraints': [models.UniqueConstraint(fields=('game', 'turn'), name='missed_turn_once')]},
        ),
        migrations.AddIndex(model_name='puzzle', index=models.Index(fields=['rating'], name='puzzle_by_rating')),
        migrations.AddIndex(model_name='puzzle', index=models.Index(fields=['kind', 'rating'], name='puzzle_by_kind_and_rating')),
        migrations.AddConstraint(model_name='puzzle', constraint=models.UniqueConstraint(fields=('game', 'kind'), name='puzzle_of_game_and_kind')),
        migrations.AddIndex(model_name='attempt', index=models.Index(condition=models.Q(('solved', True)), fields=['user', '-solved_at'], name='puzzle_solved')),
        migrations.AddConstraint(model_name='attempt', constraint=models.UniqueConstraint(fields=('user', 'puzzle'), name='puzzle_attempt_once')),
        migrations.AddConstraint(model_name='attempt', constraint=models.CheckConstraint(condition=models.Q(models.Q(('solved', True), ('solved_at__isnull', False)), models.Q(('solved', False), ('solved_at__isnull', True)), _connector='OR'), name='puzzle_solved_at')),
    ]
