"""What happens to puzzles by the clock alone."""

from __future__ import annotations

import time
from typing import Final

from celery import shared_task
from django.utils import timezone

from games.features.puzzles import choosing, finding, missed

SECONDS: Final = 3.0
"""So long one search continues, and until the end of its game: bots wait in the same queue."""
GAMES: Final = 20


@shared_task(name="games.puzzles.tasks.find_puzzles")
def find_puzzles() -> int:
    """Look for puzzles in games that ended a day ago; return how many were kept."""
    until = time.monotonic() + SECONDS
    return finding.look_at_games(timezone.now(), GAMES, lambda: time.monotonic() < until)


@shared_task(name="games.puzzles.tasks.find_missed")
def find_missed() -> int:
    """Look for what people have missed in games that just ended; return how many were kept."""
    until = time.monotonic() + SECONDS
    return missed.look_at_own(timezone.now(), GAMES, lambda: time.monotonic() < until)


@shared_task(name="games.puzzles.tasks.choose_daily")
def choose_daily() -> str | None:
    """Choose the puzzle of the day, if no one has asked for it before; return its id."""
    puzzle = choosing.daily_puzzle(timezone.now())
    return puzzle.pk if puzzle else None
