"""What becomes of somebody's preferences and messages when the account is deleted."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from notifications import tasks
from notifications.models import (
    CalendarFeed,
    Digest,
    Notification,
    Preferences,
    PushSubscription,
    Webhook,
)
from notifications.store import rename_in_deliveries


def forget_preferences(user: User, now: datetime) -> None:
    """Delete what they wanted to hear and what waits to be told to them, and their name elsewhere.

    ``user`` bears the nameless name already, the row in the database still the old one.
    """
    Preferences.objects.filter(user=user).delete()
    Notification.objects.filter(user=user).delete()
    Digest.objects.filter(user=user).delete()
    PushSubscription.objects.filter(user=user).delete()
    Webhook.objects.filter(user=user).delete()
    CalendarFeed.objects.filter(user=user).delete()
    before = User.objects.only("username", "email").get(pk=user.pk)
    # Others keep a log of what was delivered to them.
    rename_in_deliveries(user.pk, before.username, user.username)
    if before.email:
        transaction.on_commit(lambda: tasks.call(tasks.forget_mails_to, before.email))
