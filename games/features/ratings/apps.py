from django.apps import AppConfig


class RatingsConfig(AppConfig):
    """Ratings, what changed them, and the boards of the best."""

    name = "games.features.ratings"
    label = "ratings"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from config.features import register
        from games.features.ratings.feature import FEATURE

        register(FEATURE)
