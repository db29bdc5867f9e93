from django.apps import AppConfig


class PuzzlesConfig(AppConfig):
    """Positions with one right turn, found in games and in rounds of bots."""

    name = "games.features.puzzles"
    label = "puzzles"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from config.features import register
        from games.features.puzzles.feature import FEATURE

        register(FEATURE)
