from django.apps import AppConfig


class ModerationConfig(AppConfig):
    """Reports and decisions about accounts."""

    name = "games.features.moderation"
    label = "moderation"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from config.features import register
        from games.features.moderation.feature import FEATURE

        register(FEATURE)
