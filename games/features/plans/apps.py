from django.apps import AppConfig


class PlansConfig(AppConfig):
    """Plans: answers prepared ahead, played by the service when their situation comes."""

    name = "games.features.plans"
    label = "plans"
    default_auto_field = "django.db.models.BigAutoField"
