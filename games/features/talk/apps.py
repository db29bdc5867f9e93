from django.apps import AppConfig


class TalkConfig(AppConfig):
    """Free text between players who agreed to it."""

    name = "games.features.talk"
    label = "talk"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from config.features import register
        from games.features.talk.feature import FEATURE

        register(FEATURE)
