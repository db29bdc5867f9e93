from django.apps import AppConfig


class SupervisorConfig(AppConfig):
    """Supervisors of games, who have no seat."""

    name = "games.features.supervisor"
    label = "supervisor"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from config.features import register
        from games.features.supervisor.feature import FEATURE

        register(FEATURE)
