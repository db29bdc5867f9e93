from django.apps import AppConfig


class PlansConfig(AppConfig):
    """Plans: answers prepared ahead, played by the service when their situation comes."""

    name = "games.features.plans"
    label = "plans"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from config.features import register
        from games.features.plans.feature import FEATURE

        register(FEATURE)
