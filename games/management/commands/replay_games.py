"""``manage.py replay_games``: play every stored game again and say which differ."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.models import Game
from games.play.replay import differences_of


class Command(BaseCommand):
    help = "Play games again from their rows, by the rules they began with; exit 1 if any differ."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("games", nargs="*", help="ids of games; all of them if none is given")

    def handle(self, *args: Any, games: list[str], **options: Any) -> None:
        wanted = Game.objects.filter(pk__in=games) if games else Game.objects.all()
        total = differing = 0
        for game in wanted.order_by("created_at", "pk").iterator(chunk_size=500):
            total += 1
            found = differences_of(game)
            if found:
                differing += 1
                self.stdout.write(f"{game.pk} differs:")
                for difference in found:
                    self.stdout.write(f"  {difference}")
        missing = set(games) - set(wanted.values_list("pk", flat=True)) if games else set()
        for game_id in sorted(missing):
            self.stdout.write(f"{game_id} is not there.")
        self.stdout.write(f"{total} games played again, {differing} differ.")
        if differing or missing:
            sys.exit(1)
