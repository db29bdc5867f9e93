"""How long analyses wait, for the status page and the operator's instruments."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from django.db.models import Count, Min
from django.utils import timezone
from django.utils.translation import gettext as _

from config.observe.metrics import Figure
from games.features.analysis.models import Analysis


def queue_of(now: datetime) -> tuple[int, timedelta]:
    """Return how many analyses wait, with those of better turns, and how long the oldest does."""
    queued = Analysis.objects.filter(status__in=Analysis.QUEUED)
    found = queued.aggregate(count=Count("pk"), oldest=Min("asked_at"))
    oldest = found["oldest"]
    return found["count"], max(now - oldest, timedelta()) if oldest else timedelta()


def figures() -> Iterator[Figure]:
    """Yield both."""
    count, age = queue_of(timezone.now())
    yield Figure("analyses_waiting", "Analyses of games that wait.", count)
    yield Figure("analyses_oldest_seconds", "Age of the oldest of them.", age)


def on_status_page(now: datetime) -> Callable[[], str]:
    """Look it up; return what says it in the reader's language."""
    count, age = queue_of(now)

    def say() -> str:
        if not count:
            return _("No games are waiting for analysis.")
        return _("The oldest analysis has waited for {n} s.").format(n=round(age.total_seconds()))

    return say
