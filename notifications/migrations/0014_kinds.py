from django.db import migrations, models

import notifications.models


class Migration(migrations.Migration):

    dependencies = [
        ('notifications', "0001_squashed"),
    ]

    operations = [
        migrations.AlterField(
            model_name='digest',
            name='period',
            field=models.CharField(choices=notifications.models.clock_mail_choices, max_length=10),
        ),
        migrations.AlterField(
            model_name='notification',
            name='kind',
            field=models.CharField(choices=notifications.models.kind_choices, max_length=20),
        ),
    ]
