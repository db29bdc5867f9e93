"""What the notifications show to the operator's instruments."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.db.models import Count, Min
from django.utils import timezone

from config.observe.metrics import Figure
from notifications.models import Notification
from notifications.vocabulary import Channel


def figures() -> Iterator[Figure]:
    """Yield, for each channel, what is due, how late it is, and whether the channel works."""
    now = timezone.now()
    due = Notification.objects.filter(
        status=Notification.Status.PENDING, in_digest=False, due_at__lte=now
    )
    counts = {
        row["channel"]: row
        for row in due.values("channel").annotate(count=Count("id"), oldest=Min("due_at"))
    }
    for channel in Channel:
        row: Any = counts.get(channel.value, {})
        label = {"channel": channel.value}
        late = now - row["oldest"] if row else timedelta()
        yield Figure("notifications_due", "Messages to be sent.", row.get("count", 0), label)
        yield Figure("notifications_late_seconds", "How late the oldest is.", late, label)
