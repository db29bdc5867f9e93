from django.apps import AppConfig


class LearnConfig(AppConfig):
    """Lessons, and the seven touches of the first page."""

    name = "games.features.learn"
    label = "learn"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from config.features import register
        from games.features.learn.feature import FEATURE

        register(FEATURE)
