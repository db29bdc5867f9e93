"""What happens to competitions by the clock, and when a game has ended."""

from __future__ import annotations

from celery import shared_task

from games.features.competitions.steps.sweep import sweep


@shared_task(name="games.competitions.tasks.go_on_with_competitions")
def go_on_with_competitions() -> int:
    """Continue with everything that is due; return with how many sections."""
    return sweep()
