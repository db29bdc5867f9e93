from django.apps import AppConfig


class PhrasesConfig(AppConfig):
    """Quick phrases between the players of a game."""

    name = "games.features.phrases"
    label = "phrases"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from config.features import register
        from games.features.phrases.feature import FEATURE

        register(FEATURE)
