"""``manage.py backup [FILE] [--every HOURS] [--keep COUNT]``"""

from __future__ import annotations

import signal
import sys
import time
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import Error, connection
from django.utils import timezone

from config.local.backup import BackupFailed, database_at_hand, dump, keep_newest
from config.observe.parts import BY_TIME, backup_age

ENDING: Final = ".dump"
RETRY_SECONDS: Final = 600


class Command(BaseCommand):
    help = "Write the whole database to one file; the service may run meanwhile."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="default: DATA_DIR/backups/TIME")
        parser.add_argument("--every", type=float, metavar="HOURS", help="go on, one in so long")
        parser.add_argument(
            "--keep", type=int, metavar="COUNT", help="delete older ones in DATA_DIR/backups"
        )

    def handle(
        self, *args: Any, file: Path | None, every: float | None, keep: int | None, **options: Any
    ) -> None:
        if file and (every or keep):
            raise CommandError("--every and --keep are for backups in DATA_DIR/backups.")
        if (every is not None and every <= 0) or (keep is not None and keep < 1):
            raise CommandError("--every and --keep must be above 0.")
        if every:
            self._go_on(every, keep)
        else:
            self._write(file, keep)

    def _go_on(self, hours: float, keep: int | None) -> None:
        """Write a backup each time so many hours are over; one that fails is tried again sooner."""
        # The first process of a container ends at SIGTERM only if it says so.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        # One that is started again and again does not push the older ones out.
        age = backup_age()
        time.sleep(0.0 if age is None else max(0.0, hours * 3600 - age.total_seconds()))
        while True:
            wait = hours * 3600
            try:
                self._write(None, keep)
            except CommandError as reason:
                self.stderr.write(str(reason))
                wait = min(wait, RETRY_SECONDS)
            self.stdout.flush()
            connection.close()
            time.sleep(wait)

    def _write(self, file: Path | None, keep: int | None) -> None:
        folder = settings.DATA_DIR / "backups"
        path = file or folder / f"{timezone.now():%Y-%m-%d-%H%M%S}{ENDING}"
        try:
            with database_at_hand():
                size = dump(path)
        except (BackupFailed, OSError, Error) as reason:
            raise CommandError(f"No backup was made: {reason}") from reason
        self.stdout.write(f"{path}: {size:,} bytes")
        if keep:
            keep_newest(folder, keep, BY_TIME)
        if settings.IS_EMBEDDED:
            self.stdout.write(f"Keep {settings.DATA_DIR / 'secret-key'} too, in another place.")
