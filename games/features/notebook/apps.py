from django.apps import AppConfig


class NotebookConfig(AppConfig):
    """Private notes about games and players."""

    name = "games.features.notebook"
    label = "notebook"
    default_auto_field = "django.db.models.BigAutoField"
