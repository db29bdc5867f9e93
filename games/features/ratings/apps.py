from django.apps import AppConfig


class RatingsConfig(AppConfig):
    """Ratings, what changed them, and the boards of the best."""

    name = "games.features.ratings"
    label = "ratings"
    default_auto_field = "django.db.models.BigAutoField"
