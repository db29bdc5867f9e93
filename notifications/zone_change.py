"""What is told at an hour of somebody's own clock, when that clock has changed."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from notifications.digests import schedule
from notifications.preferences import read_preferences, zone_of
from notifications.reminders.marking import mark_seats_of


def go_by_new_zone(user: User, now: datetime) -> None:
    """Let reminders keep to the quiet hours of the new zone, and mails come at its hours."""
    mark_seats_of(user.pk, now)
    schedule.arrange(user.pk, read_preferences(user), zone_of(user), now)
