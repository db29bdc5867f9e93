from django.apps import AppConfig


class SeatsConfig(AppConfig):
    """Vacant seats that are offered to people."""

    name = "games.features.seats"
    label = "seats"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from config.features import register
        from games.features.seats.feature import FEATURE

        register(FEATURE)
