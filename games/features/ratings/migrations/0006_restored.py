from django.db import migrations, models


def _sql(forwards: str, backwards: str) -> migrations.RunPython:
    """Return statements that no transaction may hold; a new database has the indexes already."""
    return migrations.RunPython(
        lambda apps, editor: editor.execute(forwards),
        lambda apps, editor: editor.execute(backwards),
        atomic=False,
    )


def _index(name: str, condition: str) -> tuple[str, str]:
    """Return the making of a unique index without a lock, and its removal."""
    return (
        f"CREATE UNIQUE INDEX CONCURRENTLY {name} ON ratings_ratingchange (game_id, user_id)"
        f" WHERE {condition}",
        f"DROP INDEX CONCURRENTLY {name}",
    )


_OLD = "NOT (because IN ('given_back', 'void'))"
_NEW = "NOT (because IN ('given_back', 'void', 'restored'))"


class Migration(migrations.Migration):
    """Let a result that was undone count again: a row of its own."""

    atomic = False

    dependencies = [("ratings", "0005_rating_to_count")]

    operations = [
        migrations.AlterField(
            model_name="ratingchange",
            name="because",
            field=models.CharField(
                choices=[
                    ("result", "Result"),
                    ("timeout", "Timeout"),
                    ("early_resignation", "Early Resignation"),
                    ("given_back", "Given Back"),
                    ("void", "Void"),
                    ("restored", "Restored"),
                ],
                default="result",
                max_length=20,
            ),
        ),
        migrations.SeparateDatabaseAndState(
            database_operations=[
                _sql(*_index("rating_restored_once", "because = 'restored'")),
                _sql(*_index("rating_resulted_once", _NEW)),
                _sql(*reversed(_index("rating_changed_once", _OLD))),
            ],
            state_operations=[
                migrations.RemoveConstraint(
                    model_name="ratingchange", name="rating_changed_once"
                ),
                migrations.AddConstraint(
                    model_name="ratingchange",
                    constraint=models.UniqueConstraint(
                        condition=models.Q(
                            ("because__in", ("given_back", "void", "restored")), _negated=True
                        ),
                        fields=("game", "user"),
                        name="rating_resulted_once",
                    ),
                ),
                migrations.AddConstraint(
                    model_name="ratingchange",
                    constraint=models.UniqueConstraint(
                        condition=models.Q(("because", "restored")),
                        fields=("game", "user"),
                        name="rating_restored_once",
                    ),
                ),
            ],
        ),
    ]
