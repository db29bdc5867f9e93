from django.apps import AppConfig


class LiveConfig(AppConfig):
    """Live games: both sit at the board, and the clock runs in seconds."""

    name = "games.features.live"
    label = "live"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from config.features import register
        from games.features.live.feature import FEATURE

        register(FEATURE)
