import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('games', '0039_friends'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Decision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('no_action', 'No action'), ('reminder', 'Reminder'), ('mute', 'No messages'), ('unrated', 'No rated games'), ('rename', 'New username'), ('close', 'Account closed'), ('void', 'Rated results undone')], max_length=12)),
                ('reason', models.CharField(choices=[('name', 'Username'), ('abuse', 'Insults or threats'), ('cheating', 'Cheating'), ('stalling', 'Stalling or leaving games'), ('several_accounts', 'Several accounts'), ('other', 'Something else')], max_length=20)),
                ('sentence', models.CharField(blank=True, max_length=300)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('until', models.DateTimeField(blank=True, null=True)),
                ('old_name', models.CharField(blank=True, max_length=30)),
                ('undone_at', models.DateTimeField(blank=True, null=True)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.game')),
                ('undone_by', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='decisions', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-at', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='Appeal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=1000)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('answered_at', models.DateTimeField(blank=True, null=True)),
                ('is_granted', models.BooleanField(blank=True, null=True)),
                ('answer', models.CharField(blank=True, max_length=300)),
                ('answered_by', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('decision', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='appeal', to='moderation.decision')),
            ],
            options={
                'ordering': ['made_at'],
            },
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.CharField(blank=True, max_length=8)),
                ('turn', models.PositiveIntegerField(blank=True, null=True)),
                ('reason', models.CharField(choices=[('name', 'Username'), ('abuse', 'Insults or threats'), ('cheating', 'Cheating'), ('stalling', 'Stalling or leaving games'), ('several_accounts', 'Several accounts'), ('other', 'Something else')], max_length=20)),
                ('text', models.CharField(blank=True, max_length=500)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('about', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports_about', to=settings.AUTH_USER_MODEL)),
                ('decision', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports', to='moderation.decision')),
                ('game', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.game')),
                ('reporter', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports_made', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-created_at', '-pk'],
            },
        ),
        migrations.AddIndex(
            model_name='decision',
            index=models.Index(fields=['user', '-at'], name='decision_of_user'),
        ),
        migrations.AddIndex(
            model_name='decision',
            index=models.Index(condition=models.Q(('ended_at', None), ('kind', 'close'), ('undone_at', None), ('until__isnull', False)), fields=['until'], name='decision_to_end'),
        ),
        migrations.AddIndex(
            model_name='appeal',
            index=models.Index(condition=models.Q(('answered_at__isnull', True)), fields=['made_at'], name='appeal_open'),
        ),
        migrations.AddIndex(
            model_name='report',
            index=models.Index(condition=models.Q(('closed_at__isnull', True)), fields=['created_at'], name='report_open'),
        ),
        migrations.AddConstraint(
            model_name='report',
            constraint=models.UniqueConstraint(fields=('reporter', 'about', 'place', 'reason'), name='report_once'),
        ),
    ]
