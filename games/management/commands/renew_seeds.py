"""``manage.py renew_seeds``: a new seed for every running game."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.play.seeds import ALSO_RENEWED, renew_seeds


class Command(BaseCommand):
    """Draws new seeds, after a restore or when someone may have read the present ones."""

    help = (
        "Draw a new seed for every running game, and a new secret for every draw and shoot-out to "
        "come; commitments are shown beside the earlier ones. "
        "Restoring a backup does this by itself."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        count = renew_seeds(now=now)
        self.stdout.write(
            f"{count} running games have a new seed and show a second commitment: rolls that were "
            "known are worth nothing."
        )
        for words, renew in ALSO_RENEWED.named().items():
            self.stdout.write(f"{renew(now=now)} {words} have a new secret, too.")
