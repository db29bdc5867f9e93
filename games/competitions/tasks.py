"""What happens to competitions by the clock, and when a game has ended."""

from __future__ import annotations

from celery import shared_task

from games.competitions.steps.sweep import sweep


@shared_task
def go_on_with_competitions() -> int:
    """Go on with whatever is due; return with how many sections."""
    return sweep()
