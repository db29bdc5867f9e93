from django.db import migrations


class Migration(migrations.Migration):
    """The secrets are sealed: the copy that anybody could read goes."""

    dependencies = [("games", "0010_seal_secrets")]

    operations = [migrations.RemoveField("game", "secret")]
