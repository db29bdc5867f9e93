"""What moderation shows to the operator's instruments."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from django.db.models import Min
from django.utils import timezone

from config.observe.metrics import Figure
from games.features.moderation.models import Appeal, Report

ALARM_AFTER: Final = timedelta(hours=48)


def figures() -> Iterator[Figure]:
    """Yield how many reports and appeals wait, how long the oldest does, and whether too long."""
    now = timezone.now()
    reports = Report.objects.filter(closed_at=None)
    appeals = Appeal.objects.filter(answered_at=None)
    yield Figure(
        "reports_open", "Reports and appeals that wait.", reports.count() + appeals.count()
    )
    oldest = [
        at
        for at in (
            reports.aggregate(at=Min("created_at"))["at"],
            appeals.aggregate(at=Min("made_at"))["at"],
        )
        if at is not None
    ]
    age = max(now - min(oldest), timedelta()) if oldest else timedelta()
    yield Figure("reports_oldest_seconds", "Age of the oldest report or appeal.", age)
    yield Figure("reports_late", "1 if one waits longer than 48 hours.", int(age > ALARM_AFTER))
