"""What the notifications keep of a person: never the secrets that sign or reach a device."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop as _

from accounts.kept import Kept, Until, left_out

TABLE: Final = {
    "notifications.Preferences": Kept(
        _("What you want to hear, where it differs from the defaults."),
        "notifications/wishes.json",
        columns="chosen rungs wake_me weekly daily_puzzle digest_hour quiet_from quiet_until",
    ),
    "notifications.Notification": Kept(
        _("The messages to you that are still kept: which, by what, and how it went."),
        "notifications/messages.json",
        columns="kind channel status event__game event__challenge created_at settled_at",
    ),
    "notifications.PushSubscription": Kept(
        _("Devices that are told."),
        "notifications/devices.json",
        columns="device endpoint created_at last_told_at",
    ),
    "notifications.Webhook": Kept(
        _("Your webhooks, without the secrets that sign."),
        "notifications/webhooks.json",
        columns="id url events status paused_because created_at",
    ),
    "notifications.Delivery": Kept(
        _("What was sent to them, as far as it is still kept."),
        "notifications/deliveries.json",
        columns="webhook type body status attempts answer_status error created_at settled_at",
        of="webhook__user",
    ),
    "notifications.Digest": Kept(
        _("The emails of a day or a week to you: when, and how it went."),
        "notifications/summaries.json",
        columns="period for_at status settled_at",
    ),
    "notifications.CalendarFeed": Kept(
        _("How often the address of your calendar was renewed."),
        "notifications/calendar.json",
        columns="version",
    ),
    "notifications.Ladder": left_out(
        "When you are reminded next; it goes when you have played.",
        of="player__user",
        until=Until.USED,
    ),
    "notifications.ToldRung": left_out(
        "Which reminders of a turn you were sent; they go when you have played.",
        of="player__user",
        until=Until.USED,
    ),
}
