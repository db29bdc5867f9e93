"""``manage.py backup [FILE] [--every HOURS] [--keep COUNT] [--copy WHERE] [--try-every DAYS]``"""

from __future__ import annotations

import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import Error, connection
from django.utils import timezone

from config.backends.backups import BY_TIME, COPIED, OPENED, age_of, age_of_newest, note
from config.local import archive, trial
from config.local.backup import BackupFailed, database_at_hand, dump, keep_newest

ENDING: Final = ".dump"
RETRY_SECONDS: Final = 600


class Command(BaseCommand):
    help = (
        "Write the whole database to one file; the service may run meanwhile. In DATA_DIR/backups "
        "it also copies the file elsewhere and tries now and then whether it opens."
    )
    copy = ""
    try_days: int | None = None

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="default: DATA_DIR/backups/TIME")
        parser.add_argument("--every", type=float, metavar="HOURS", help="go on, one in so long")
        parser.add_argument(
            "--keep", type=int, metavar="COUNT", help="delete older ones in DATA_DIR/backups"
        )
        parser.add_argument(
            "--copy",
            metavar="WHERE",
            default=settings.BACKUP_COPY,
            help="a folder, or a command in which {} is the file; default: BACKUP_COPY",
        )
        parser.add_argument(
            "--try-every",
            type=int,
            metavar="DAYS",
            default=None,
            help="restore the newest into a database of its own and throw that away",
        )

    def handle(
        self,
        *args: Any,
        file: Path | None,
        every: float | None,
        keep: int | None,
        copy: str,
        try_every: int | None,
        **options: Any,
    ) -> None:
        if file and (every or keep):
            raise CommandError("--every and --keep are for backups in DATA_DIR/backups.")
        if (every is not None and every <= 0) or (keep is not None and keep < 1):
            raise CommandError("--every and --keep must be above 0.")
        self.copy, self.try_days = "" if file else copy, None if file else try_every
        if every:
            self._go_on(every, keep)
        else:
            self._write(file, keep)

    def _go_on(self, hours: float, keep: int | None) -> None:
        """Write a backup each time so many hours are over."""
        # The first process of a container ends at SIGTERM only if it says so.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        for seconds in self.write_again_and_again(hours, keep):
            time.sleep(seconds)

    def write_again_and_again(self, hours: float, keep: int | None) -> Iterator[float]:
        """Write one backup after the other; yield how many seconds to wait before each.

        One that fails is tried again sooner.
        """
        # One that is started again and again does not push the older ones out.
        age = age_of_newest(_folder())
        yield 0.0 if age is None else max(0.0, hours * 3600 - age.total_seconds())
        while True:
            wait = hours * 3600
            try:
                self._write(None, keep)
            except CommandError as reason:
                self.stderr.write(str(reason))
                wait = min(wait, RETRY_SECONDS)
            self.stdout.flush()
            connection.close()
            yield wait

    def _write(self, file: Path | None, keep: int | None) -> None:
        folder = _folder()
        path = file or folder / f"{timezone.now():%Y-%m-%d-%H%M%S}{ENDING}"
        try:
            with database_at_hand():
                size = dump(path)
                if settings.IS_EMBEDDED and settings.ARCHIVE is not None and not file:
                    self._copy_for_archive(settings.ARCHIVE)
        except (BackupFailed, archive.ArchiveFailed, OSError, Error) as reason:
            raise CommandError(f"No backup was made: {reason}") from reason
        self.stdout.write(f"{path}: {size:,} bytes")
        if keep:
            keep_newest(folder, keep, BY_TIME)
        if self.copy:
            self._copy_elsewhere(path)
        if self.try_days is not None and _is_due(self.try_days):
            self._try(path)
        if settings.IS_EMBEDDED:
            self.stdout.write(f"Keep {settings.DATA_DIR / 'secret-key'} too, in another place.")

    def _copy_for_archive(self, folder: Path) -> None:
        """Write the copy from which the archive brings back the seconds to come, once a day."""
        newest = archive.newest_copy(folder)
        if newest is None or datetime.now(UTC) - newest > timedelta(hours=20):
            archive.copy(settings.FOLDERS, folder, settings.ARCHIVE_DAYS)
            self.stdout.write(f"A whole copy is in {folder}")

    def _copy_elsewhere(self, path: Path) -> None:
        if "{}" in self.copy:
            words = [word.replace("{}", str(path)) for word in shlex.split(self.copy)]
            done = subprocess.run(words, check=False, capture_output=True, text=True)
            error = (done.stderr.strip() or f"status {done.returncode}") if done.returncode else ""
        else:
            try:
                shutil.copyfile(path, Path(self.copy) / f"{path.name}.partial")
                (Path(self.copy) / f"{path.name}.partial").replace(Path(self.copy) / path.name)
                error = ""
            except OSError as reason:
                error = str(reason)
        note(_folder(), COPIED, error)
        if error:
            raise CommandError(f"{path} was written and not copied to {self.copy}: {error}")
        self.stdout.write(f"Copied to {self.copy}")

    def _try(self, path: Path) -> None:
        try:
            self.stdout.write(trial.open_backup(path))
        except trial.TrialFailed as reason:
            note(_folder(), OPENED, str(reason))
            raise CommandError(f"{path} was written and does not open: {reason}") from reason
        note(_folder(), OPENED)


def _folder() -> Path:
    folder: Path = settings.DATA_DIR / "backups"
    return folder


def _is_due(days: int) -> bool:
    age = age_of(_folder(), OPENED)
    # An hour less, so that a trial of every week stays at its hour.
    return age is None or age > timedelta(days=days, hours=-1)
