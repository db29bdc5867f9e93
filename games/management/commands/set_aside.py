"""``manage.py set_aside``: the games that a sweep left to the operator."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.play.lateness import games_set_aside
from games.play.sweeps import revive


class Command(BaseCommand):
    """Lists games set aside, or lets the sweeps see them again."""

    help = "List the games that were set aside, or revive some or all of them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("games", nargs="*", metavar="GAME", help="revive these")
        parser.add_argument("--all", action="store_true", help="revive all")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["all"] or options["games"]:
            count = revive(None if options["all"] else options["games"])
            self.stdout.write(f"{count} revived: the next sweep looks at them.")
            return
        for game in games_set_aside():
            when = f"{game.set_aside_at:%Y-%m-%d %H:%M:%S}"
            self.stdout.write(f"{game.pk}  {when}  {game.set_aside_reason.splitlines()[0]}")
        self.stdout.write(f"{games_set_aside().count()} set aside.")
