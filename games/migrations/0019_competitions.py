from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0018_terms_of_time'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='competition',
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='player',
            name='shown_as',
            field=models.CharField(blank=True, max_length=30, null=True),
        ),
        migrations.AddField(
            model_name='gameevent',
            name='competition',
            field=models.CharField(blank=True, max_length=8, null=True),
        ),
        migrations.RemoveConstraint(model_name='gameevent', name='event_about_something'),
        # Looks at what is written from now on; the next migration looks at the rest without
        # keeping anybody from writing.
        AddConstraintNotValid(
            model_name='gameevent',
            constraint=models.CheckConstraint(
                condition=Q(game__isnull=False, number__isnull=False)
                | Q(game__isnull=True, challenge__isnull=False, number__isnull=True)
                | Q(game__isnull=True, challenge__isnull=True, competition__isnull=False, number__isnull=True),
                name='event_about_something',
            ),
        ),
    ]
