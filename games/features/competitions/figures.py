"""What competitions show to the operator's instruments."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from django.db.models import Count, F, Min
from django.utils import timezone

from config.observe.metrics import Figure
from games.features.competitions.models import Match, Section


def figures() -> Iterator[Figure]:
    """Yield the sections by their status, what is late in them, and what was set aside."""
    now = timezone.now()
    open_ones = Section.objects.exclude(status__in=Section.OVER)
    counted = dict(open_ones.values_list("status").annotate(number=Count("pk")).order_by())
    for status in Section.Status:
        if status not in Section.OVER:
            name, help_ = "competition_sections", "Sections and divisions that are not over."
            yield Figure(name, help_, counted.get(status, 0), {"status": status.value})
    late = Match.objects.filter(
        by="",
        section__status=Section.Status.PLAYING,
        section__rounds__number=F("round"),
        section__rounds__ends_at__lt=now,
    )
    yield Figure("competition_matches_late", "Open matches whose round is over.", late.count())
    waiting = open_ones.filter(set_aside_at=None, due_at__lte=now)
    oldest = waiting.aggregate(oldest=Min("due_at"))["oldest"]
    age = max(now - oldest, timedelta()) if oldest else timedelta()
    yield Figure("competition_overdue_seconds", "Age of the oldest step not taken.", age)
    aside = Section.objects.filter(set_aside_at__isnull=False).count()
    yield Figure("competition_sections_set_aside", "Sections left to the operator.", aside)
