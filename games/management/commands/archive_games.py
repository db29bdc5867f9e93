"""``manage.py archive_games``: keep the rows of games long over apart from those being played."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from games.store.archive import archive_games


class Command(BaseCommand):
    """Moves rows in small batches while the service runs."""

    help = (
        "Move turns, events and inbox entries of games long over into the archive, where everything"
        " still finds them."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--older-than", type=int, default=365, metavar="DAYS", help="since the end; 365"
        )

    def handle(self, *args: Any, older_than: int, **options: Any) -> None:
        before = timezone.now() - timedelta(days=older_than)
        turns, events, entries, last = 0, 0, 0, ""
        while (moved := archive_games(before, last)).last is not None:
            turns, events, entries = (
                turns + moved.turns,
                events + moved.events,
                entries + moved.entries,
            )
            last = moved.last
        self.stdout.write(
            f"{turns} turns, {events} events and {entries} inbox entries moved to the archive."
        )
