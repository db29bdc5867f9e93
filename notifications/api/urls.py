"""Addresses of the notifications' part of the API, below ``/api/v1/``."""

from django.urls import path

from notifications.api import push

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
]
