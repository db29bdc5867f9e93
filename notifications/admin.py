"""What the operator sees of messages on their way."""

from __future__ import annotations

from django.contrib import admin
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from accounts.admin import ToLookAt
from accounts.models import User
from accounts.operator_log import record_act
from notifications import queue
from notifications.models import Delivery, Notification, Preferences, Webhook


@admin.register(Notification)
class NotificationAdmin(ToLookAt):
    """Messages, and a way to send again what was given up."""

    list_display = ("id", "kind", "channel", "user", "status", "attempts", "due_at", "last_error")
    list_filter = ("status", "channel", "kind")
    list_select_related = ("user",)
    search_fields = ("=event__game__id", "=user__username")
    raw_id_fields = ("event", "user")
    ordering = ("-id",)
    actions = ("send_again",)

    @admin.action(description="Send again what was given up", permissions=["send"])
    def send_again(self, request: HttpRequest, rows: QuerySet[Notification]) -> None:
        ids = list(rows.values_list("pk", flat=True))
        with transaction.atomic():
            count = queue.revive(ids, timezone.now())
            assert isinstance(request.user, User)
            record_act(request.user, "emails_resent", notifications=ids)
        self.message_user(request, f"{count} will be tried again.")

    def has_send_permission(self, request: HttpRequest) -> bool:
        """Return whether this operator may have messages sent again."""
        return request.user.has_perm("notifications.change_notification")


@admin.register(Preferences)
class PreferencesAdmin(ToLookAt):
    """What people want to hear."""

    list_display = ("user", "digest_hour", "quiet_from", "quiet_until")
    raw_id_fields = ("user",)


@admin.register(Webhook)
class WebhookAdmin(ToLookAt):
    """Webhooks; their secrets are not shown, and of an address only what is none."""

    list_display = ("id", "user", "shown_url", "status", "failing_since", "paused_because")
    list_filter = ("status",)
    raw_id_fields = ("user",)
    exclude = ("url", "secret", "old_secret")
    readonly_fields = ("shown_url",)


@admin.register(Delivery)
class DeliveryAdmin(ToLookAt):
    """How deliveries to webhooks went."""

    list_display = ("id", "webhook_id", "type", "status", "attempts", "answer_status", "error")
    list_filter = ("status",)
    raw_id_fields = ("webhook", "event")
    ordering = ("-id",)
