"""``manage.py restore FILE [--replace]``"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.local.backup import BackupFailed, database_at_hand, is_empty, restore


class Command(BaseCommand):
    help = (
        "Put a backup in the place of all that the database holds. The time since the backup "
        "counts as an outage: running games get it back, and a new seed for the rolls to come."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--replace", action="store_true", help="throw away what the database holds now"
        )

    def handle(self, *args: Any, file: Path, replace: bool, **options: Any) -> None:
        if not file.is_file():
            raise CommandError(f"There is no file {file}.")
        try:
            with database_at_hand():
                if not (replace or is_empty()):
                    raise CommandError(
                        "The database is not empty. Make a backup of it, stop the service, and "
                        "say --replace to throw away what it holds."
                    )
                restore(file)
                # A backup may be older than this release.
                call_command("migrate", interactive=False, verbosity=0)
                call_command("renew_seeds", stdout=self.stdout)
        except BackupFailed as reason:
            raise CommandError(f"Nothing was changed: {reason}") from reason
        self.stdout.write(f"Restored from {file}.")
