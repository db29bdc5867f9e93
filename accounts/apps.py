from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """People: who they are and how they prove it. Knows nothing of games."""

    name = "accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from allauth.account.signals import password_reset

        from accounts.api import schema  # noqa: F401
        from accounts.services.tokens import after_password_reset

        password_reset.connect(after_password_reset, dispatch_uid="accounts.tokens")
        from accounts.feature import FEATURE
        from config.features import register

        register(FEATURE)
