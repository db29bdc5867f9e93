"""``manage.py prepare``: all that a new release needs before its web processes start."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser

from games.services.robots import open_house


class Command(BaseCommand):
    help = (
        "Bring the tables up to date, let the house robots in and collect the static files;"
        " safe to run again."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--no-static", action="store_true", help="the static files are in the image already"
        )

    def handle(self, *args: Any, no_static: bool, **options: Any) -> None:
        # One waits for the database while the other packs files.
        with ThreadPoolExecutor(1) as pool:
            collecting = None if no_static else pool.submit(_collect)
            call_command("migrate", interactive=False, verbosity=1)
            open_house()
            if collecting:
                collecting.result()


def _collect() -> None:
    call_command("collectstatic", interactive=False, verbosity=1)
