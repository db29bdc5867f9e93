"""``manage.py reseal``: seal with the present ``SECRET_KEY`` what an older one has sealed."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.backends.encryption import RESEALED, Unreadable


class Command(BaseCommand):
    """Ends the change of a key: afterwards SECRET_KEY_FALLBACKS can be emptied."""

    help = (
        "Seal the seeds of games, the secrets of draws and of webhooks, the key of web push and "
        "people's second factors with the present SECRET_KEY. They then no longer need "
        "SECRET_KEY_FALLBACKS; "
        "safe to run again."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            sealed = [f"{reseal()} {words}" for words, reseal in RESEALED.named().items()]
        except Unreadable as reason:
            raise CommandError(str(reason)) from reason
        self.stdout.write(f"Sealed anew: {', '.join(sealed)}.")
