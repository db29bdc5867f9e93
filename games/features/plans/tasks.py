"""What is done about plans after a commit, and by the clock."""

from __future__ import annotations

from typing import Final

from celery import shared_task

from games.features.plans import firing

_SECONDS: Final = 20.0


@shared_task(name="games.plans.tasks.fire_plans")
def fire_plans() -> int:
    """Play what was prepared for the present of its game; return how many plans were looked at."""
    return firing.fire_due(_SECONDS)
