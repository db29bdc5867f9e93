from django.contrib.postgres.operations import ValidateConstraint
from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0019_competitions'),
    ]

    operations = [
        ValidateConstraint(model_name='gameevent', name='event_about_something'),
    ]
