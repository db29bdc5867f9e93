"""What happens by the clock alone around live play."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from games.features.live import playing_on, seeks


@shared_task(name="games.live.tasks.end_playing_on")
def end_playing_on() -> int:
    """End playing on where nobody has played for three minutes; return in how many games."""
    return playing_on.end_silent(timezone.now())


@shared_task(name="games.live.tasks.pair_seeks")
def pair_seeks() -> int:
    """Pair those who look for a live match, for windows widen; return how many matches began."""
    return seeks.pair_all(timezone.now())
