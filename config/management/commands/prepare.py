"""``manage.py prepare``: all that a new release needs before its web processes start."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Bring the tables up to date and collect the static files; safe to run again."

    def handle(self, *args: Any, **options: Any) -> None:
        # One waits for the database while the other packs files.
        with ThreadPoolExecutor(1) as pool:
            collected = pool.submit(call_command, "collectstatic", interactive=False, verbosity=1)
            call_command("migrate", interactive=False, verbosity=1)
            collected.result()
