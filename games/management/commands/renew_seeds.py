"""``manage.py renew_seeds``: a new seed for every running game."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.services.seeds import renew_seeds


class Command(BaseCommand):
    """Draws new seeds, after a restore or when somebody may have read the present ones."""

    help = (
        "Draw a new seed for every running game; its commitment is shown beside the earlier one. "
        "Restoring a backup does this by itself."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        count = renew_seeds(now=timezone.now())
        self.stdout.write(
            f"{count} running games have a new seed and show a second commitment: rolls that were "
            "known are worth nothing."
        )
