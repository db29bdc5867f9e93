import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    replaces = [("ratings", "0001_ratings"), ("ratings", "0002_badges")]

    dependencies = [
        ("accounts", "0001_squashed"),
        ("games", "0001_squashed"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Wish',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='rating_wish', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('ratings', models.BooleanField(default=True)),
                ('leaderboards', models.BooleanField(default=True)),
                ('badges', models.BooleanField(db_default=True, default=True)),
            ],
        ),
        migrations.CreateModel(
            name='BadgeDue',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('tries', models.PositiveIntegerField(default=0)),
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='badge_due', to='games.game')),
            ],
        ),
        migrations.CreateModel(
            name='Badge',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('badge', models.CharField(max_length=20)),
                ('at', models.DateTimeField()),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='badges', to='games.game')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='badges', to=settings.AUTH_USER_MODEL)),
            ],
            options={'constraints': [models.UniqueConstraint(fields=('user', 'badge'), name='badge_once')]},
        ),
        migrations.CreateModel(
            name='BoardPlace',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('pool', models.CharField(max_length=32)),
                ('by', models.CharField(max_length=10)),
                ('period', models.CharField(max_length=10)),
                ('place', models.PositiveIntegerField()),
                ('value', models.FloatField()),
                ('games', models.PositiveIntegerField()),
                ('made_at', models.DateTimeField()),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='board_places', to=settings.AUTH_USER_MODEL)),
            ],
            options={'ordering': ['place'], 'constraints': [models.UniqueConstraint(fields=('pool', 'by', 'period', 'user'), name='board_once')]},
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('pool', models.CharField(max_length=32)),
                ('rating', models.FloatField(default=1500.0)),
                ('deviation', models.FloatField(default=350.0)),
                ('volatility', models.FloatField(default=0.06)),
                ('games', models.PositiveIntegerField(default=0)),
                ('peak', models.FloatField(default=1500.0)),
                ('last_at', models.DateTimeField(blank=True, null=True)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to=settings.AUTH_USER_MODEL)),
            ],
            options={'constraints': [models.UniqueConstraint(fields=('user', 'pool'), name='rating_of_pool')]},
        ),
        migrations.CreateModel(
            name='RatingChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('pool', models.CharField(max_length=32)),
                ('because', models.CharField(choices=[('result', 'Result'), ('timeout', 'Timeout'), ('early_resignation', 'Early Resignation'), ('given_back', 'Given Back'), ('void', 'Void')], default='result', max_length=20)),
                ('score', models.FloatField()),
                ('weight', models.FloatField(default=1.0)),
                ('before', models.FloatField()),
                ('after', models.FloatField()),
                ('deviation', models.FloatField()),
                ('volatility', models.FloatField()),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rating_changes', to='games.game')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rating_changes', to=settings.AUTH_USER_MODEL)),
            ],
            options={'ordering': ['pk'], 'indexes': [models.Index(fields=['user', 'pool', 'at'], name='rating_line')], 'constraints': [models.UniqueConstraint(condition=models.Q(('because__in', ('given_back', 'void')), _negated=True), fields=('game', 'user'), name='rating_changed_once'), models.UniqueConstraint(condition=models.Q(('because__in', ('given_back', 'void'))), fields=('game', 'user'), name='rating_taken_back_once')]},
        ),
    ]
