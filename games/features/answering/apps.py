from django.apps import AppConfig


class AnsweringConfig(AppConfig):
    """Answering an email with a turn."""

    name = "games.features.answering"
    label = "answering"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from config.features import register
        from games.features.answering.feature import FEATURE

        register(FEATURE)
