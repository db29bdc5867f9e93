"""``manage.py count_shots``: what the shots of games of long ago were worth."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games.play.shooting import count_shots


class Command(BaseCommand):
    """Counts what was played before shots were counted; may run beside the service, and twice."""

    help = "Note the chances of every shot that was taken before they were noted with its turn."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{count_shots()} games have their expected goals now.")
