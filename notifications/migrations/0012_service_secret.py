from django.db import migrations


class Migration(migrations.Migration):
    """Rename the model; its table keeps its name, so nothing is done to the database."""

    dependencies = [
        ("notifications", "0011_plan_fired"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameModel("KeptSecret", "ServiceSecret"),
                migrations.AlterModelTable("ServiceSecret", "notifications_keptsecret"),
            ],
        ),
    ]
