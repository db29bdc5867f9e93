from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):

    # An index is made beside the turns that are played meanwhile.
    atomic = False

    dependencies = [
        ('games', '0033_filters'),
    ]

    operations = [
        AddIndexConcurrently(
            model_name='game',
            index=models.Index(condition=models.Q(('finished_at__isnull', False)), fields=['finished_at', 'id'], name='game_ended'),
        ),
    ]
