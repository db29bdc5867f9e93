"""Addresses of the notifications' part of the API, below ``/api/v1/``."""

from django.urls import path

from notifications.api import calendar, push, webhooks

urlpatterns = [
    path("push", push.Push.as_view(), name="api_push"),
    path("push/subscriptions", push.Subscriptions.as_view(), name="api_push_subscriptions"),
    path(
        "push/subscriptions/<int:subscription_id>",
        push.OneSubscription.as_view(),
        name="api_push_subscription",
    ),
    path(
        "push/subscriptions/<int:subscription_id>/test",
        push.SubscriptionTest.as_view(),
        name="api_push_test",
    ),
    path("webhooks", webhooks.Webhooks.as_view(), name="api_webhooks"),
    path("webhooks/<int:webhook_id>", webhooks.OneWebhook.as_view(), name="api_webhook"),
    path(
        "webhooks/<int:webhook_id>/secret",
        webhooks.WebhookSecret.as_view(),
        name="api_webhook_secret",
    ),
    path("webhooks/<int:webhook_id>/test", webhooks.WebhookTest.as_view(), name="api_webhook_test"),
    path(
        "webhooks/<int:webhook_id>/deliveries",
        webhooks.Deliveries.as_view(),
        name="api_webhook_deliveries",
    ),
    path(
        "webhooks/<int:webhook_id>/deliveries/<int:delivery_id>/resend",
        webhooks.Resend.as_view(),
        name="api_webhook_resend",
    ),
    path("calendar", calendar.CalendarAddress.as_view(), name="api_calendar"),
    path("calendar/<str:secret>.ics", calendar.CalendarFeed.as_view(), name="api_calendar_feed"),
]
