"""What happens by the clock alone around live play."""

from __future__ import annotations

from typing import Final

from celery import shared_task
from django.utils import timezone

from games.features.live import playing_on, seeks

MOST_BATCHES: Final = 3
"""So many short transactions a task: the others continue two seconds later."""


@shared_task(name="games.live.tasks.end_playing_on")
def end_playing_on() -> int:
    """End playing on where no one has played for three minutes; return in how many games."""
    return playing_on.end_silent(timezone.now())


@shared_task(name="games.live.tasks.pair_seeks")
def pair_seeks() -> int:
    """Pair live seeks, because windows widen; return how many games began."""
    begun = 0
    for _batch in range(MOST_BATCHES):
        begun += (last := seeks.pair_all(timezone.now()))
        if last < seeks.MOST_AT_ONCE:
            break
    return begun
