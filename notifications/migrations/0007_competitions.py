from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('notifications', '0006_queue'),
    ]

    operations = [
        migrations.AlterField(
            model_name='notification',
            name='kind',
            field=models.CharField(choices=[('challenge_received', 'challenge received'), ('challenge_accepted', 'challenge accepted'), ('formation', 'formation'), ('turn', 'turn'), ('draw_offered', 'draw offered'), ('reminder', 'reminder'), ('round_ended', 'round ended'), ('game_over', 'game over'), ('competition', 'competition')], max_length=20),
        ),
    ]
