import django.contrib.postgres.fields
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    replaces = [("notifications", "0001_start"), ("notifications", "0002_push"), ("notifications", "0003_webhooks"), ("notifications", "0004_doubts"), ("notifications", "0005_rests"), ("notifications", "0006_queue"), ("notifications", "0007_competitions"), ("notifications", "0008_ladders"), ("notifications", "0009_told_once"), ("notifications", "0010_digests"), ("notifications", "0011_plan_fired"), ("notifications", "0012_service_secret"), ("notifications", "0013_daily_puzzle")]

    dependencies = [
        ("accounts", "0001_squashed"),
        ("games", "0001_squashed"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='CalendarFeed',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='calendar_feed', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('version', models.PositiveIntegerField(default=1)),
            ],
        ),
        migrations.CreateModel(
            name='Ladder',
            fields=[
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='ladder', serialize=False, to='games.player')),
                ('next_at', models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name='ServiceSecret',
            fields=[
                ('name', models.CharField(max_length=40, primary_key=True, serialize=False)),
                ('sealed', models.BinaryField()),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={'db_table': 'notifications_keptsecret'},
        ),
        migrations.CreateModel(
            name='Preferences',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='notification_preferences', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('chosen', models.JSONField(blank=True, default=dict)),
                ('digest_hour', models.PositiveSmallIntegerField(default=8)),
                ('quiet_from', models.TimeField(blank=True, null=True)),
                ('quiet_until', models.TimeField(blank=True, null=True)),
                ('rungs', models.JSONField(blank=True, db_default={}, default=dict)),
                ('weekly', models.BooleanField(db_default=False, default=False)),
                ('daily_puzzle', models.BooleanField(db_default=False, default=False)),
                ('wake_me', models.BooleanField(db_default=False, default=False)),
            ],
            options={'verbose_name_plural': 'preferences', 'constraints': [models.CheckConstraint(condition=models.Q(('digest_hour__range', (0, 23))), name='preferences_digest_hour'), models.CheckConstraint(condition=models.Q(models.Q(('quiet_from__isnull', True), ('quiet_until__isnull', True)), models.Q(('quiet_from__isnull', False), ('quiet_until__isnull', False)), _connector='OR'), name='preferences_quiet_both')]},
        ),
        migrations.CreateModel(
            name='PushSubscription',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('failing_since', models.DateTimeField(blank=True, null=True)),
                ('rests_until', models.DateTimeField(blank=True, null=True)),
                ('last_error', models.CharField(blank=True, db_default='', max_length=200)),
                ('endpoint', models.TextField()),
                ('endpoint_digest', models.CharField(max_length=64, unique=True)),
                ('p256dh', models.CharField(max_length=100)),
                ('auth', models.CharField(max_length=40)),
                ('device', models.CharField(blank=True, max_length=100)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('last_told_at', models.DateTimeField(blank=True, null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='push_subscriptions', to=settings.AUTH_USER_MODEL)),
            ],
            options={'abstract': False},
        ),
        migrations.CreateModel(
            name='Webhook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('failing_since', models.DateTimeField(blank=True, null=True)),
                ('rests_until', models.DateTimeField(blank=True, null=True)),
                ('last_error', models.CharField(blank=True, db_default='', max_length=200)),
                ('url', models.TextField()),
                ('events', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=30), size=None)),
                ('secret', models.BinaryField()),
                ('old_secret', models.BinaryField(blank=True, null=True)),
                ('old_secret_until', models.DateTimeField(blank=True, null=True)),
                ('status', models.CharField(choices=[('active', 'Active'), ('paused', 'Paused')], default='active', max_length=10)),
                ('paused_because', models.CharField(blank=True, max_length=200)),
                ('own_events', models.BooleanField(db_default=True, default=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('due_at', models.DateTimeField()),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('type', models.CharField(max_length=30)),
                ('body', models.TextField()),
                ('status', models.CharField(choices=[('pending', 'Pending'), ('delivered', 'Delivered'), ('failed', 'Failed'), ('cancelled', 'Cancelled')], default='pending', max_length=10)),
                ('answer_status', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('error', models.TextField(blank=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('settled_at', models.DateTimeField(blank=True, null=True)),
                ('event', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='games.gameevent')),
                ('webhook', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='notifications.webhook')),
            ],
            options={'verbose_name_plural': 'deliveries'},
        ),
        migrations.CreateModel(
            name='Digest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('due_at', models.DateTimeField()),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('doubts', models.PositiveSmallIntegerField(db_default=0, default=0)),
                ('period', models.CharField(choices=[('daily', 'daily'), ('weekly', 'weekly'), ('puzzle', 'puzzle')], max_length=10)),
                ('for_at', models.DateTimeField()),
                ('status', models.CharField(choices=[('pending', 'Pending'), ('sent', 'Sent'), ('withdrawn', 'Withdrawn'), ('failed', 'Failed')], default='pending', max_length=10)),
                ('last_error', models.TextField(blank=True)),
                ('settled_at', models.DateTimeField(blank=True, null=True)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='digests', to=settings.AUTH_USER_MODEL)),
            ],
            options={'indexes': [models.Index(condition=models.Q(('status', 'pending')), fields=['due_at'], name='digest_due'), models.Index(condition=models.Q(('settled_at__isnull', False)), fields=['settled_at'], name='digest_settled')], 'constraints': [models.UniqueConstraint(fields=('user', 'period', 'for_at'), name='digest_once')]},
        ),
        migrations.CreateModel(
            name='Notification',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('due_at', models.DateTimeField()),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('doubts', models.PositiveSmallIntegerField(db_default=0, default=0)),
                ('channel', models.CharField(choices=[('mail', 'mail'), ('push', 'push')], max_length=10)),
                ('kind', models.CharField(choices=[('challenge_received', 'challenge received'), ('challenge_accepted', 'challenge accepted'), ('formation', 'formation'), ('turn', 'turn'), ('draw_offered', 'draw offered'), ('reminder', 'reminder'), ('round_ended', 'round ended'), ('game_over', 'game over'), ('competition', 'competition'), ('plan_fired', 'plan fired')], max_length=20)),
                ('rung', models.CharField(blank=True, db_default='', default='', max_length=12)),
                ('in_digest', models.BooleanField(default=False)),
                ('status', models.CharField(choices=[('pending', 'Pending'), ('sent', 'Sent'), ('withdrawn', 'Withdrawn'), ('failed', 'Failed')], default='pending', max_length=10)),
                ('last_error', models.TextField(blank=True)),
                ('devices_told', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), blank=True, default=list, size=None)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('settled_at', models.DateTimeField(blank=True, null=True)),
                ('event', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='notifications', to='games.gameevent')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notifications', to=settings.AUTH_USER_MODEL)),
            ],
            options={'indexes': [models.Index(condition=models.Q(('status', 'pending')), fields=['channel', 'in_digest', 'due_at'], name='notification_due'), models.Index(condition=models.Q(('settled_at__isnull', False)), fields=['settled_at'], name='notification_settled'), models.Index(condition=models.Q(('status', 'failed')), fields=['-id'], name='notification_failed')], 'constraints': [models.UniqueConstraint(models.F('event'), models.F('user'), models.F('channel'), models.F('rung'), name='notification_told_once'), models.CheckConstraint(condition=models.Q(models.Q(('settled_at__isnull', True), ('status', 'pending')), models.Q(models.Q(('status', 'pending'), _negated=True), ('settled_at__isnull', False)), _connector='OR'), name='notification_settled_or_pending')]},
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
            options={'constraints': [models.UniqueConstraint(fields=('player', 'clock_began_at', 'rung', 'channel'), name='rung_told_once')]},
        ),
        migrations.AddConstraint(model_name='webhook', constraint=models.CheckConstraint(condition=models.Q(models.Q(('old_secret__isnull', True), ('old_secret_until__isnull', True)), models.Q(('old_secret__isnull', False), ('old_secret_until__isnull', False)), _connector='OR'), name='webhook_old_secret_ends')),
        migrations.AddIndex(model_name='delivery', index=models.Index(condition=models.Q(('status', 'pending')), fields=['due_at'], name='delivery_due')),
        migrations.AddIndex(model_name='delivery', index=models.Index(fields=['webhook', '-id'], name='delivery_newest')),
        migrations.AddIndex(model_name='delivery', index=models.Index(condition=models.Q(('settled_at__isnull', False)), fields=['settled_at'], name='delivery_settled')),
        migrations.AddConstraint(model_name='delivery', constraint=models.UniqueConstraint(fields=('webhook', 'event'), name='delivery_once')),
    ]
