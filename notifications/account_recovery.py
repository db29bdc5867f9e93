"""Who hears of someone's games once the account was taken back by a new password."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.utils.translation import gettext_lazy

from accounts.models import User
from notifications.calendar import renew_address
from notifications.models import PushSubscription, Webhook
from notifications.webhooks import pause

BECAUSE: Final = gettext_lazy("You reset your password by email.")


def notify_no_one_else(user: User, now: datetime) -> None:
    """Pause the webhooks, drop the devices and renew the calendar: any of them may be a thief's.

    The webhooks stay, so that their owner can look at each and activate it again.
    """
    for webhook in Webhook.objects.filter(user=user, status=Webhook.Status.ACTIVE):
        pause(webhook, BECAUSE, now)
    PushSubscription.objects.filter(user=user).delete()
    renew_address(user)
