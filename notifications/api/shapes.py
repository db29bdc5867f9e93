"""Webhooks, devices and calendars as JSON: what is answered and the OpenAPI document describes."""

from __future__ import annotations

from typing import Annotated, TypedDict

from rest_framework import serializers

from config.http.shape_notes import Bounds, Count, Time, like, words
from games.shown.event_words import event_types
from notifications.api import examples
from notifications.models import Delivery as StoredDelivery
from notifications.models import Webhook as StoredWebhook


@like(examples.WEBHOOK)
class Webhook(TypedDict):
    """A webhook as its owner sees it; its secret is not shown again."""

    id: str
    url: str
    format: Annotated[str, words(StoredWebhook.Format.choices)]
    events: list[Annotated[str, words(event_types())]]
    own_events: bool
    status: Annotated[str, words(StoredWebhook.Status.choices)]
    paused_because: str
    failing_since: Time | None
    created_at: Time


@like(examples.WEBHOOK_WITH_SECRET)
class WebhookWithSecret(Webhook):
    """A webhook on the one occasion when its secret can be read."""

    secret: Annotated[str, "whsec_ and the key in base64."]


@like(examples.NEW_SECRET)
class NewSecret(TypedDict):
    """A new secret; the old one signs beside it for a day."""

    secret: str
    old_secret_until: Time


@like(examples.DELIVERY)
class Delivery(TypedDict):
    """How the delivery of one event went."""

    id: str
    message_id: Annotated[str, "The webhook-id of every attempt."]
    type: str
    status: Annotated[str, words(StoredDelivery.Status.choices)]
    attempts: Count
    answer_status: Count | None
    error: str
    body: str
    created_at: Time
    next_attempt_at: Time | None
    settled_at: Time | None


@like(examples.PUSH_KEY)
class PushKey(TypedDict):
    """The ``applicationServerKey`` for ``PushManager.subscribe``."""

    public_key: Annotated[str, "P-256 point, uncompressed, as base64url."]


@like(examples.SUBSCRIPTION)
class Subscription(TypedDict):
    """A device with notifications."""

    id: str
    device: str
    created_at: Time
    last_notified_at: Time | None
    failing_since: Time | None
    last_error: Annotated[str, "Why the last message did not arrive; empty while they do."]


@like(examples.CALENDAR)
class Calendar(TypedDict):
    """Where a calendar program finds the deadlines."""

    url: Annotated[
        str, Bounds(serializers.URLField), "Secret: anyone who has it sees your opponents."
    ]
