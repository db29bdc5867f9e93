from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Games, challenges, turns and their clock."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"
