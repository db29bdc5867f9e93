"""What happens to analyses in a worker."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from games.features.analysis import making


@shared_task(name="games.analysis.tasks.analyse")
def analyse() -> int:
    """Compute for two seconds, then give way; return how many analyses were completed."""
    now = timezone.now()
    done = making.analyse(now)
    if making.is_waiting(now):
        making.hurry()
    return done


@shared_task(name="games.analysis.tasks.expect_overlooked")
def expect_overlooked() -> None:
    """Let games wait that ended lately and have no row."""
    making.expect_overlooked(timezone.now())
