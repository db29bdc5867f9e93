from django.apps import AppConfig


class AnalysisConfig(AppConfig):
    """What decided a finished game."""

    name = "games.features.analysis"
    label = "analysis"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from config.features import register
        from games.features.analysis.feature import FEATURE

        register(FEATURE)
