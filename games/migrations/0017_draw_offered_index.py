from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):

    # An index is made beside the turns that are played meanwhile.
    atomic = False

    dependencies = [
        ('games', '0016_invitations'),
    ]

    operations = [
        AddIndexConcurrently(
            model_name='game',
            index=models.Index(condition=models.Q(('draw_offered_by__isnull', False)), fields=['id'], name='game_draw_offered'),
        ),
    ]
