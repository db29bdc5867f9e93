from django.apps import AppConfig


class FinalsConfig(AppConfig):
    """Finals of cups at a fixed hour, played live."""

    name = "games.features.finals"
    label = "finals"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from config.features import register
        from games.features.finals.feature import FEATURE

        register(FEATURE)
