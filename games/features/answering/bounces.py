"""Emails of ours that came back: after five in a row no more are sent until the player says so.

A month without one ends the row: what we sent meanwhile has arrived.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction

from accounts.models import User
from games.features.answering.models import Bounced

MOST_IN_A_ROW: Final = 5
ROW_ENDS_AFTER: Final = timedelta(days=30)


def note_bounce(user_id: int, now: datetime) -> None:
    """Count an email that came back, and pause emails after the fifth in a row."""
    if not User.objects.filter(pk=user_id).exists():
        return
    with transaction.atomic():
        Bounced.objects.bulk_create([Bounced(user_id=user_id, last_at=now)], ignore_conflicts=True)
        row = Bounced.objects.select_for_update().get(user_id=user_id)
        in_a_row = row.count if now - row.last_at < ROW_ENDS_AFTER else 0
        row.count, row.last_at = min(in_a_row + 1, 1000), now
        if row.count >= MOST_IN_A_ROW and row.paused_at is None:
            row.paused_at = now
        row.save()


def note_life(user_id: int) -> None:
    """Forget what came back: an email from the player shows that theirs works."""
    Bounced.objects.filter(user_id=user_id).delete()


def paused(users: Collection[int]) -> set[int]:
    """Return which of these accounts get no emails; none where nothing can come back."""
    if not settings.INBOUND_DOMAIN:
        return set()
    rows = Bounced.objects.filter(user__in=users, paused_at__isnull=False)
    return set(rows.values_list("user_id", flat=True))
