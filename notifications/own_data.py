"""What the notifications keep of a person: never the secrets that sign or reach a device."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop as _

from accounts.kept import Kept, Until, left_out

TABLE: Final = {
    "notifications.Preferences": Kept(
        _("Notifications where you changed the default."),
        "notifications/wishes.json",
        columns="chosen rungs wake_me weekly daily_puzzle digest_hour quiet_from quiet_until",
    ),
    "notifications.Notification": Kept(
        _("Messages to you that we still keep: which, how, and if they arrived."),
        "notifications/messages.json",
        columns="kind channel status event__game event__challenge created_at settled_at",
    ),
    "notifications.PushSubscription": Kept(
        _("Devices with notifications."),
        "notifications/devices.json",
        columns="device endpoint created_at last_told_at",
    ),
    "notifications.Webhook": Kept(
        _("Your webhooks, without their signing secrets."),
        "notifications/webhooks.json",
        columns="id url format events status paused_because created_at",
    ),
    "notifications.ChatCard": left_out(
        _("The message of a chat that shows a game. It is deleted with the webhook."),
        of="webhook__user",
    ),
    "notifications.Delivery": Kept(
        _("Deliveries to your webhooks that we still keep."),
        "notifications/deliveries.json",
        columns="webhook type body status attempts answer_status error created_at settled_at",
        of="webhook__user",
    ),
    "notifications.Digest": Kept(
        _("Daily and weekly emails to you: when, and if they arrived."),
        "notifications/summaries.json",
        columns="period for_at status settled_at",
    ),
    "notifications.CalendarFeed": Kept(
        _("How often you renewed your calendar address."),
        "notifications/calendar.json",
        columns="version",
    ),
    "notifications.Ladder": left_out(
        _("When we remind you next, until you have played."),
        of="player__user",
        until=Until.USED,
    ),
    "notifications.ToldRung": left_out(
        _("Which reminders of a turn we sent you, until you have played."),
        of="player__user",
        until=Until.USED,
    ),
}
