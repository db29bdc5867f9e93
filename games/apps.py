from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Games, challenges, turns and their clock."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from games.rules import text
        from games.translator import Remembering

        text.install(Remembering())
        from config.features import register
        from games.feature import FEATURE

        register(FEATURE)
