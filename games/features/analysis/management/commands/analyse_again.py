"""``manage.py analyse_again``: what an older version of the value made is made by the present."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.features.analysis.making import expect_again

LIMIT = 1000


class Command(BaseCommand):
    """Lets games wait for a new analysis; may run beside the service, and twice."""

    help = (
        "Let games with an analysis by an older version of the chances wait for one by the present"
        " version, and remove older ones where that is there."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--below", type=int, help="only versions below this number")
        parser.add_argument("--limit", type=int, default=LIMIT, help="how many games at most")

    def handle(self, *args: Any, **options: Any) -> None:
        waiting, removed = expect_again(below=options["below"], limit=options["limit"])
        self.stdout.write(f"{waiting} games wait for a new analysis, {removed} older ones removed.")
