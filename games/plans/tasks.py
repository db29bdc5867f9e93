"""The door to what is done about plans by the clock, and after each commit."""

from __future__ import annotations

from typing import Final

from celery import shared_task

from games.plans import firing

_SECONDS: Final = 20.0


@shared_task
def fire_plans() -> int:
    """Play what was prepared for the present of its game; return how many plans were looked at."""
    return firing.fire_due(_SECONDS)
