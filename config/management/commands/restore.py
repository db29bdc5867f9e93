"""``manage.py restore FILE [--replace] [--end-logins]``"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.backends.encryption import closed_secrets
from config.local.backup import BackupFailed, database_at_hand, is_empty, restore, service_at_rest


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

        parser.add_argument(
            "--end-logins",
            action="store_true",
            help="end every session and token: what was revoked since the backup is back",
        )

    def handle(
        self, *args: Any, file: Path, replace: bool, end_logins: bool, **options: Any
    ) -> None:
        if not file.is_file():
            raise CommandError(f"There is no file {file}.")
        try:
            with service_at_rest(), database_at_hand():
                if not (replace or is_empty()):
                    raise CommandError(
                        "The database is not empty. Make a backup of it, stop the service, and "
                        "say --replace to throw away what it holds."
                    )
                restore(file)
                # A backup may be older than this release.
                call_command("migrate", interactive=False, verbosity=0)
                closed = closed_secrets()
                call_command("renew_seeds", stdout=self.stdout)
                if end_logins:
                    call_command("end_logins", stdout=self.stdout)
        except BackupFailed as reason:
            raise CommandError(f"Nothing was changed: {reason}") from reason
        self.stdout.write(f"Restored from {file}.")
        if closed:
            self.stderr.write(
                f"Another SECRET_KEY has sealed {', '.join(closed)}: the present one does not open "
                f"them. Put the key of the copy that made this backup (its SECRET_KEY, or its "
                f"DATA_DIR/secret-key) into {_place_of_key()} before the next start."
            )


def _place_of_key() -> str:
    if settings.IS_EMBEDDED and not os.environ.get("SECRET_KEY"):
        return f"{settings.DATA_DIR / 'secret-key'}, or into SECRET_KEY_FALLBACKS,"
    return "SECRET_KEY_FALLBACKS"
