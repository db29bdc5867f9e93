"""``manage.py backup [FILE]``"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from config.local.backup import BackupFailed, database_at_hand, dump


class Command(BaseCommand):
    help = "Write the whole database to one file; the service may run meanwhile."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="default: DATA_DIR/backups/TIME")

    def handle(self, *args: Any, file: Path | None, **options: Any) -> None:
        name = f"{timezone.now():%Y-%m-%d-%H%M%S}.dump"
        path = file or settings.DATA_DIR / "backups" / name
        try:
            with database_at_hand():
                size = dump(path)
        except (BackupFailed, OSError) as reason:
            raise CommandError(f"No backup was made: {reason}") from reason
        self.stdout.write(f"{path}: {size:,} bytes")
        if settings.IS_EMBEDDED:
            self.stdout.write(f"Keep {settings.DATA_DIR / 'secret-key'} too, in another place.")
