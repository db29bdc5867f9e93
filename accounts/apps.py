from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """People: who they are and how they prove it. Knows nothing of games."""

    name = "accounts"
    default_auto_field = "django.db.models.BigAutoField"
