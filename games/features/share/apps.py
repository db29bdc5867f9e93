from django.apps import AppConfig


class ShareConfig(AppConfig):
    """Games to show elsewhere: clips, pages of goals, frames for other sites."""

    name = "games.features.share"
    label = "share"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from config.features import register
        from games.features.share.feature import FEATURE

        register(FEATURE)
