from django.apps import AppConfig


class PhrasesConfig(AppConfig):
    """Quick phrases between the players of a game."""

    name = "games.features.phrases"
    label = "phrases"
    default_auto_field = "django.db.models.BigAutoField"
