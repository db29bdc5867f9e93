from django.apps import AppConfig


class CompetitionsConfig(AppConfig):
    """Cups: entries, draws, brackets, and the games that come of them."""

    name = "games.features.competitions"
    label = "competitions"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from config.features import register
        from games.features.competitions.feature import FEATURE

        register(FEATURE)
