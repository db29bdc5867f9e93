"""``manage.py compilemessages``: compiles the catalogues, by Babel."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from config.languages import catalogues


class Command(BaseCommand):
    help = "Compile the catalogues that are not yet; `prepare` and the tests do the same."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{catalogues.compile_all()} compiled")
