import django.contrib.postgres.fields
import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
import oauth2_provider.generators
import oauth2_provider.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    replaces = [("accounts", "0001_initial"), ("accounts", "0002_idempotent_request"), ("accounts", "0003_page_settings"), ("accounts", "0004_names_and_mail"), ("accounts", "0005_app"), ("accounts", "0006_app_owner"), ("accounts", "0007_token_end"), ("accounts", "0008_cleared"), ("accounts", "0009_queue"), ("accounts", "0010_own_data"), ("accounts", "0011_user_language"), ("accounts", "0012_guests")]

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('username', models.CharField(max_length=30, unique=True, validators=[django.core.validators.RegexValidator('\\A[A-Za-z0-9](?:[A-Za-z0-9_-]{0,28}[A-Za-z0-9])\\Z', 'Use 2 to 30 letters from a to z, digits, hyphens or underscores, but no spaces. Start and end with a letter or digit.')])),
                ('email', models.EmailField(blank=True, db_index=True, max_length=254)),
                ('time_zone', models.CharField(default='UTC', max_length=64)),
                ('language', models.CharField(blank=True, db_default='', default='', max_length=12)),
                ('page_settings', models.JSONField(blank=True, default=dict)),
                ('is_bot', models.BooleanField(default=False)),
                ('is_active', models.BooleanField(default=True)),
                ('is_staff', models.BooleanField(default=False)),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now)),
                ('deleted_at', models.DateTimeField(blank=True, null=True)),
                ('cleared_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('guest_since', models.DateTimeField(blank=True, editable=False, null=True)),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
        ),
        migrations.CreateModel(
            name='MailServer',
            fields=[
                ('failing_since', models.DateTimeField(blank=True, null=True)),
                ('rests_until', models.DateTimeField(blank=True, null=True)),
                ('last_error', models.CharField(blank=True, db_default='', max_length=200)),
                ('id', models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False)),
            ],
            options={'abstract': False},
        ),
        migrations.CreateModel(
            name='OutgoingMail',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('doubts', models.PositiveSmallIntegerField(db_default=0, default=0)),
                ('recipient', models.EmailField(max_length=254)),
                ('subject', models.CharField(max_length=200)),
                ('text', models.TextField()),
                ('html', models.TextField(blank=True)),
                ('due_at', models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={'abstract': False},
        ),
        migrations.CreateModel(
            name='DataExport',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='data_export', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('requested_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('due_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('made_at', models.DateTimeField(blank=True, null=True)),
                ('size', models.PositiveBigIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name='App',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('client_id', models.CharField(db_index=True, default=oauth2_provider.generators.generate_client_id, max_length=255, unique=True, verbose_name='client ID')),
                ('redirect_uris', models.TextField(blank=True, help_text='Allowed URIs list, space separated', verbose_name='redirect URIs')),
                ('post_logout_redirect_uris', models.TextField(blank=True, default='', help_text='Allowed Post Logout URIs list, space separated', verbose_name='post logout redirect URIs')),
                ('client_type', models.CharField(choices=[('confidential', 'Confidential'), ('public', 'Public')], max_length=32, verbose_name='client type')),
                ('authorization_grant_type', models.CharField(choices=[('authorization-code', 'Authorization code'), ('urn:ietf:params:oauth:grant-type:device_code', 'Device Code'), ('implicit', 'Implicit'), ('password', 'Resource owner password-based'), ('client-credentials', 'Client credentials'), ('openid-hybrid', 'OpenID connect hybrid')], max_length=44, verbose_name='authorization grant type')),
                ('client_secret', oauth2_provider.models.ClientSecretField(blank=True, db_index=True, default=oauth2_provider.generators.generate_client_secret, help_text='Client secret for authentication', max_length=255, verbose_name='client secret')),
                ('hash_client_secret', models.BooleanField(default=True, verbose_name='hash client secret')),
                ('name', models.CharField(blank=True, max_length=255, verbose_name='name')),
                ('skip_authorization', models.BooleanField(default=False, verbose_name='skip authorization')),
                ('created', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('updated', models.DateTimeField(auto_now=True, verbose_name='updated')),
                ('algorithm', models.CharField(blank=True, choices=[('', 'No OIDC support'), ('RS256', 'RSA with SHA-2 256'), ('HS256', 'HMAC with SHA-2 256')], default='', max_length=5, verbose_name='algorithm')),
                ('allowed_origins', models.TextField(blank=True, default='', help_text='Allowed origins list to enable CORS, space separated', verbose_name='allowed origins')),
                ('registration_source', models.CharField(choices=[('manual', 'Manual'), ('dcr', 'Dynamic Client Registration'), ('cimd', 'Client ID Metadata Document')], default='manual', help_text='How this application was registered (manual, DCR per RFC 7591, or CIMD)', max_length=32, verbose_name='registration source')),
                ('cimd_expires_at', models.DateTimeField(blank=True, default=None, help_text='When the cached Client ID Metadata Document should be re-fetched', null=True, verbose_name='CIMD expires at')),
                ('website', models.URLField(blank=True)),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='apps', to=settings.AUTH_USER_MODEL)),
            ],
            options={'ordering': ['name']},
        ),
        migrations.CreateModel(
            name='IdempotentRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('owner', models.CharField(max_length=64)),
                ('key_digest', models.CharField(max_length=64)),
                ('fingerprint', models.CharField(max_length=64)),
                ('status', models.PositiveSmallIntegerField(null=True)),
                ('headers', models.JSONField(default=dict)),
                ('answer', models.BinaryField(default=b'')),
                ('created_at', models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
            ],
            options={'constraints': [models.UniqueConstraint(fields=('owner', 'key_digest'), name='idempotency_key_once')]},
        ),
        migrations.CreateModel(
            name='PersonalToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=100)),
                ('scopes', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=32), size=None)),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('last_used_at', models.DateTimeField(blank=True, null=True)),
                ('expires_at', models.DateTimeField(blank=True, null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='personal_tokens', to=settings.AUTH_USER_MODEL)),
            ],
            options={'ordering': ['-created_at']},
        ),
        migrations.CreateModel(
            name='DataExportPiece',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('content', models.BinaryField()),
                ('export', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pieces', to='accounts.dataexport')),
            ],
        ),
        migrations.AddIndex(model_name='dataexport', index=models.Index(condition=models.Q(('made_at__isnull', True)), fields=['due_at'], name='export_due')),
        migrations.AddIndex(model_name='user', index=models.Index(condition=models.Q(('cleared_at__isnull', True), ('deleted_at__isnull', False)), fields=['deleted_at'], name='user_uncleared')),
        migrations.AddIndex(model_name='user', index=models.Index(condition=models.Q(('guest_since__isnull', False)), fields=['guest_since'], name='user_guests')),
        migrations.AddConstraint(model_name='user', constraint=models.UniqueConstraint(django.db.models.functions.text.Upper('username'), name='user_name_unique', violation_error_message='This name is taken.')),
        migrations.AddConstraint(model_name='user', constraint=models.UniqueConstraint(django.db.models.functions.text.Replace(django.db.models.functions.text.Replace(django.db.models.functions.text.Replace(django.db.models.functions.text.Replace(django.db.models.functions.text.Replace(django.db.models.functions.text.Lower(django.db.models.functions.text.Replace(models.F('username'), models.Value('I'), models.Value('l'))), models.Value('1'), models.Value('l')), models.Value('0'), models.Value('o')), models.Value('-'), models.Value('_')), models.Value('rn'), models.Value('m')), models.Value('vv'), models.Value('w')), name='user_name_looks_unique', violation_error_message="This name looks too much like another player's name.")),
        migrations.AddConstraint(model_name='dataexportpiece', constraint=models.UniqueConstraint(fields=('export', 'number'), name='export_piece_once')),
    ]
