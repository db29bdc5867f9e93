from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Games, challenges, turns and their clock."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from django.utils import translation

        from games.rules import text

        text.install(translation)
