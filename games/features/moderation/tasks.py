"""What happens to decisions by the clock."""

from __future__ import annotations

import logging

from celery import shared_task
from django.utils import timezone

from games.features.moderation.deciding import end_closures
from games.features.moderation.figures import figures
from games.features.moderation.reporting import forget_old

logger = logging.getLogger(__name__)


@shared_task(name="games.moderation.tasks.end_closures")
def end_closed_accounts() -> int:
    """Open accounts that were closed until now; return how many."""
    return end_closures(timezone.now())


@shared_task(name="games.moderation.tasks.look_after_reports")
def look_after_reports() -> int:
    """Log an error while a report waits too long; delete what is older than two years."""
    if any(one.name == "reports_late" and one.value for one in figures()):
        logger.error("a report or an appeal has waited for more than 48 hours")
    return forget_old(timezone.now())
