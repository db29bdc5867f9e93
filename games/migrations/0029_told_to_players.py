"""Events of a game that its log does not hold."""

from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0028_rating_at_start'),
    ]

    operations = [
        migrations.RemoveConstraint(model_name='gameevent', name='event_about_something'),
        # It asks for less than the one before: what is written already need not be looked at.
        AddConstraintNotValid(
            model_name='gameevent',
            constraint=models.CheckConstraint(
                condition=Q(game__isnull=False)
                | Q(game__isnull=True, challenge__isnull=False, number__isnull=True)
                | Q(game__isnull=True, challenge__isnull=True, competition__isnull=False, number__isnull=True),
                name='event_about_something',
            ),
        ),
    ]
