from django.apps import AppConfig


class TakebacksConfig(AppConfig):
    """Offers to take back the last turn of a game."""

    name = "games.features.takebacks"
    label = "takebacks"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from config.features import register
        from games.features.takebacks.feature import FEATURE

        register(FEATURE)
