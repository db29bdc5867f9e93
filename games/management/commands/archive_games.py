"""``manage.py archive_games``: keep the turns of games long over apart from those being played."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from games.store.archive import archive_turns


class Command(BaseCommand):
    """Moves turns in small batches while the service runs."""

    help = "Move the turns of games long over into the archive, where everything still finds them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--older-than", type=int, default=365, metavar="DAYS", help="since the end; 365"
        )

    def handle(self, *args: Any, older_than: int, **options: Any) -> None:
        before = timezone.now() - timedelta(days=older_than)
        turns, last = 0, ""
        while True:
            moved = archive_turns(before, last)
            if moved.last is None:
                break
            turns, last = turns + moved.turns, moved.last
        self.stdout.write(f"{turns} turns moved to the archive.")
