"""``manage.py prepare``: all that a new release needs before its web processes start."""

from __future__ import annotations

import time
from argparse import BooleanOptionalAction
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from config.backends.db.releases import NewerTables, check_tables
from config.features import PREPARING
from config.languages import catalogues
from config.local.backup import BackupFailed, dump, keep_newest

BEFORE: Final = "-before-upgrade.dump"
KEPT: Final = 3
"""So many backups from before an upgrade are kept."""
TRIES: Final = 6
_LOCK_NOT_AVAILABLE: Final = "55P03"


class Command(BaseCommand):
    help = (
        "Compile the catalogues, bring the tables up to date, let the house robots in, keep the"
        " puzzles that come with it and collect the static files; safe to run again."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--backup",
            action=BooleanOptionalAction,
            default=settings.IS_EMBEDDED,
            help="write a backup to DATA_DIR/backups before the tables change; "
            "by default that of the embedded database",
        )
        parser.add_argument(
            "--no-static", action="store_true", help="the static files are in the image already"
        )

    def handle(self, *args: Any, backup: bool, no_static: bool, **options: Any) -> None:
        catalogues.compile_all()
        try:
            check_tables()
        except NewerTables as reason:
            raise CommandError(str(reason)) from reason
        if backup:
            self._back_up()
        # One waits for the database while the other packs files.
        with ThreadPoolExecutor(1) as pool:
            collecting = None if no_static else pool.submit(_collect)
            self._migrate()
            for make_ready in PREPARING:
                make_ready()
            if collecting:
                collecting.result()

    def _back_up(self) -> None:
        """Write a backup where the tables are about to change: the way back to the old release."""
        if not self.tables_change():
            return
        folder = settings.DATA_DIR / "backups"
        path = folder / f"{timezone.now():%Y-%m-%d-%H%M%S}{BEFORE}"
        self.stdout.write(f"Writing a backup before the tables change: {path}")
        self.stdout.flush()
        try:
            dump(path)
        except (BackupFailed, OSError) as reason:
            raise CommandError(
                f"No backup could be written to {folder}, so the tables were not changed: {reason}"
            ) from reason
        keep_newest(folder, KEPT, BEFORE)

    def tables_change(self) -> bool:
        """Return whether migrations are pending, of tables that are there."""
        executor = MigrationExecutor(connection)
        targets = executor.loader.graph.leaf_nodes()
        return bool(executor.loader.applied_migrations and executor.migration_plan(targets))

    def _migrate(self) -> None:
        """Bring the tables up to date; a migration that must wait for a lock gives way.

        While it waited in line, everyone who came after it would wait behind it: the old web
        processes are still at work. So it steps back and comes again.
        """
        with connection.cursor() as cursor:
            cursor.execute(f"SET lock_timeout = '{settings.MIGRATION_LOCK_SECONDS}s'")
        for attempt in range(1, TRIES + 1):
            try:
                self.run_migrations()
                return
            except OperationalError as error:
                is_lock = getattr(error.__cause__, "sqlstate", "") == _LOCK_NOT_AVAILABLE
                if not is_lock or attempt == TRIES:
                    raise
                self.stdout.write("A table is in use; trying again.")
                time.sleep(1)

    def run_migrations(self) -> None:
        """Run what is pending, in this process."""
        call_command("migrate", interactive=False, verbosity=1)


def _collect() -> None:
    call_command("collectstatic", interactive=False, verbosity=1)
