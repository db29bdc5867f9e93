from django.apps import AppConfig


class SayConfig(AppConfig):
    """Playing by words."""

    name = "games.features.say"
    label = "say"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from config.features import register
        from games.features.say.feature import FEATURE

        register(FEATURE)
