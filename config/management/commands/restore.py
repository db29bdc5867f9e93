"""``manage.py restore FILE [--replace] [--end-logins]``, or ``restore --until MOMENT``"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections
from django.utils import timezone

from config.backends.encryption import closed_secrets
from config.local import archive
from config.local.backup import (
    LOSING,
    BackupFailed,
    database_at_hand,
    is_empty,
    made_at,
    restore,
    service_at_rest,
)
from config.local.servers import Folders

UNDONE = "undone"
"""The alias under which a database is read that is about to be given up."""


class Command(BaseCommand):
    help = (
        "Put a backup in the place of all that the database holds, or bring the embedded database "
        "back to a moment. The time since then counts as an outage: running games get it back, and "
        "a new seed for the rolls to come. Players whose turns are lost are notified."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, nargs="?")
        parser.add_argument(
            "--until",
            type=_moment,
            metavar="MOMENT",
            help='as "2026-11-26 12:34:56", in UTC: from the ARCHIVE of the embedded database',
        )
        parser.add_argument(
            "--finish",
            type=_moment,
            metavar="MOMENT",
            help="after your own PostgreSQL was brought back to this moment: do the rest",
        )
        parser.add_argument(
            "--replace", action="store_true", help="throw away what the database holds now"
        )

        parser.add_argument(
            "--end-logins",
            action="store_true",
            help="end every session and token: what was revoked since the backup is back",
        )

    def handle(
        self,
        *args: Any,
        file: Path | None,
        until: datetime | None,
        finish: datetime | None,
        replace: bool,
        end_logins: bool,
        **options: Any,
    ) -> None:
        if [file, until, finish].count(None) != 2:
            raise CommandError("Name a file, or --until or --finish and a moment.")
        self.end_logins = end_logins
        try:
            with service_at_rest():
                if until is not None:
                    self._go_back(until)
                elif file is not None:
                    self._put_back(file, replace)
                else:
                    self._finish([])
        except (BackupFailed, archive.ArchiveFailed) as reason:
            raise CommandError(f"Nothing was changed: {reason}") from reason

    def _put_back(self, file: Path, replace: bool) -> None:
        if not file.is_file():
            raise CommandError(f"There is no file {file}.")
        with database_at_hand():
            if not (replace or is_empty()):
                raise CommandError(
                    "The database is not empty. Make a backup of it, stop the service, and "
                    "say --replace to throw away what it holds."
                )
            afterwards = [] if is_empty() else self._look(DEFAULT_DB_ALIAS, made_at(file))
            restore(file)
            self._finish(afterwards)
        self.stdout.write(f"Restored from {file}.")

    def _go_back(self, moment: datetime) -> None:
        folders: Folders = settings.FOLDERS
        if not settings.IS_EMBEDDED or settings.ARCHIVE is None:
            raise CommandError(
                "--until needs the embedded database and its ARCHIVE. With a PostgreSQL of your "
                "own, see OPERATING.md."
            )
        if moment > timezone.now():
            raise CommandError(f"{moment:%Y-%m-%d %H:%M:%S} UTC is still to come.")
        folders.make()
        self.stdout.write("Reading what is known up to now")
        self.stdout.flush()
        with archive.latest(folders, settings.ARCHIVE) as last, _readable(last):
            afterwards = self._look(UNDONE, moment)
        self.stdout.write(f"Going back to {moment:%Y-%m-%d %H:%M:%S.%f} UTC")
        self.stdout.flush()
        kept = archive.go_back(folders, settings.ARCHIVE, moment)
        with database_at_hand():
            self._finish(afterwards)
        self.stdout.write(f"The database is as it was at {moment:%Y-%m-%d %H:%M:%S.%f} UTC.")
        if kept:
            self.stdout.write(f"What was there before is in {kept}. Delete it when all is well.")

    def _look(self, alias: str, moment: datetime) -> list[Callable[[], str]]:
        """Ask all apps what will be lost. What can't be read keeps no one from restoring."""
        try:
            return [look(alias, moment) for look in LOSING]
        except DatabaseError as reason:
            self.stderr.write(f"What will be lost can't be read, so no one is notified: {reason}")
            return []

    def _finish(self, afterwards: list[Callable[[], str]]) -> None:
        # A backup may be older than this release.
        call_command("migrate", interactive=False, verbosity=0)
        closed = closed_secrets()
        call_command("renew_seeds", stdout=self.stdout)
        if self.end_logins:
            call_command("end_logins", stdout=self.stdout)
        for act in afterwards:
            self.stdout.write(act())
        if closed:
            self.stderr.write(
                f"Another SECRET_KEY has sealed {', '.join(closed)}: the present one does not open "
                f"them. Put the key of the copy that made this backup (its SECRET_KEY, or its "
                f"DATA_DIR/secret-key) into {_place_of_key()} before the next start."
            )


def _moment(words: str) -> datetime:
    """Return a moment; without a zone it is in UTC."""
    moment = datetime.fromisoformat(words)
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


@contextmanager
def _readable(folders: Folders) -> Iterator[None]:
    """Let the ORM read another embedded server as ``UNDONE``."""
    usual = connections.databases[DEFAULT_DB_ALIAS]
    options = {name: value for name, value in usual["OPTIONS"].items() if name != "pool"}
    options["host"] = str(folders.sockets)
    connections.databases[UNDONE] = {**usual, "OPTIONS": options}
    try:
        yield
    finally:
        connections[UNDONE].close()
        del connections[UNDONE]
        del connections.databases[UNDONE]
        connection.close()


def _place_of_key() -> str:
    if settings.IS_EMBEDDED and not os.environ.get("SECRET_KEY"):
        return f"{settings.DATA_DIR / 'secret-key'}, or into SECRET_KEY_FALLBACKS,"
    return "SECRET_KEY_FALLBACKS"
