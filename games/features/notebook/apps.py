from django.apps import AppConfig


class NotebookConfig(AppConfig):
    """Private notes about games and players."""

    name = "games.features.notebook"
    label = "notebook"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from config.features import register
        from games.features.notebook.feature import FEATURE

        register(FEATURE)
