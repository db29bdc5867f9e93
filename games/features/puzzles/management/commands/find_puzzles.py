"""``manage.py find_puzzles``: let bots play rounds and keep the puzzles in them."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from games.features.puzzles.finding import choose_ours, load_ours, look_at_games, play_rounds
from games.features.puzzles.models import Puzzle

_BATCH = 10


class Command(BaseCommand):
    help = (
        "Find puzzles in rounds that robots play, and in public games that ended a day ago. May be"
        " broken off and started again: it goes on where it was."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--rounds", type=int, default=100, help="rounds that robots play")
        parser.add_argument("--games", type=int, default=100, help="games to look at, at most")
        parser.add_argument(
            "--write", type=Path, help="keep nothing, but write the best to this file: `ours.json`"
        )

    def handle(
        self, *args: Any, rounds: int, games: int, write: Path | None, **options: Any
    ) -> None:
        begun, now = time.process_time(), timezone.now()
        if write is not None:
            lines = [json.dumps(one) for one in choose_ours(rounds)]
            write.write_text("[\n" + ",\n".join(lines) + "\n]\n")
            self.stdout.write(f"{len(lines)} puzzles in {write}")
            return
        made = load_ours(now) + look_at_games(now, games, lambda: True)
        for start in range(0, rounds, _BATCH):
            made += play_rounds(min(_BATCH, rounds - start), now)
        self.stdout.write(
            f"{made} puzzles more, {Puzzle.objects.count()} in all;"
            f" {time.process_time() - begun:.0f} s of processor"
        )
