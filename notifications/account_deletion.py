"""What becomes of somebody's wishes and messages when the account is deleted."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from notifications.models import CalendarFeed, Notification, Preferences, PushSubscription, Webhook


def forget_wishes(user: User, now: datetime) -> None:
    """Delete what they wanted to hear and what waits to be told to them."""
    Preferences.objects.filter(user=user).delete()
    Notification.objects.filter(user=user).delete()
    PushSubscription.objects.filter(user=user).delete()
    Webhook.objects.filter(user=user).delete()
    CalendarFeed.objects.filter(user=user).delete()
