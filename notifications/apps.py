from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    """Notifying players of what happened: email, push, webhooks. Knows games; games does not know
    it."""

    name = "notifications"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from config.features import register
        from notifications.features import register_installed

        # First: the sections of ``/me`` are made of the kinds.
        register_installed()

        from notifications.feature import FEATURE

        register(FEATURE)
