"""What the notifications keep of a person: never a secret that signs or a key of a device."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop as _

from accounts.hooks import Part, columns
from notifications.models import (
    Delivery,
    Notification,
    Preferences,
    PushSubscription,
    Webhook,
)

PARTS: Final = (
    Part(
        "notifications/wishes.json",
        ("notifications.Preferences",),
        _("What you want to hear, where it differs from the defaults."),
        lambda user: columns(
            Preferences.objects.filter(user=user),
            *("chosen", "rungs", "wake_me", "weekly", "daily_puzzle", "digest_hour"),
            *("quiet_from", "quiet_until"),
        ),
    ),
    Part(
        "notifications/messages.json",
        ("notifications.Notification",),
        _("The messages to you that are still kept: which, by what, and how it went."),
        lambda user: columns(
            Notification.objects.filter(user=user),
            *("kind", "channel", "status", "event__game", "event__challenge"),
            *("created_at", "settled_at"),
        ),
    ),
    Part(
        "notifications/devices.json",
        ("notifications.PushSubscription",),
        _("Devices that are told."),
        lambda user: columns(
            PushSubscription.objects.filter(user=user),
            *("device", "endpoint", "created_at", "last_told_at"),
        ),
    ),
    Part(
        "notifications/webhooks.json",
        ("notifications.Webhook",),
        _("Your webhooks, without the secrets that sign."),
        lambda user: columns(
            Webhook.objects.filter(user=user),
            *("id", "url", "events", "status", "paused_because", "created_at"),
        ),
    ),
    Part(
        "notifications/deliveries.json",
        ("notifications.Delivery",),
        _("What was sent to them, as far as it is still kept."),
        lambda user: columns(
            Delivery.objects.filter(webhook__user=user),
            *("webhook", "type", "body", "status", "attempts", "answer_status", "error"),
            *("created_at", "settled_at"),
        ),
    ),
)

LEFT_OUT: Final = {
    "notifications.Digest": "When a mail by the clock goes out next, and went out lately.",
    "notifications.CalendarFeed": "How often the address of your calendar was renewed.",
}
