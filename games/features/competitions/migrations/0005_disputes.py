from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('competitions', '0004_plans'),
    ]

    operations = [
        migrations.AddField(
            model_name='section',
            name='disputed_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
