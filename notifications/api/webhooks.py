"""Webhooks over the API."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import ApiView
from config.backends.task_signal import messenger
from config.http.errors.refusals import Refusal, invalid
from config.http.fields import Input, StrictList
from config.http.openapi import documented
from config.http.pagination import CursorPagination
from config.http.parameters import PAGE
from config.http.schema_fields import WebAddress
from config.http.shapes import page_of
from config.http.times import utc
from games.shown.event_words import event_types
from notifications import webhooks
from notifications.api import examples, shapes
from notifications.models import Delivery, Webhook
from notifications.tasks import send_deliveries
from notifications.transport.ssrf import LONGEST_URL, ForbiddenAddress

_OWN = "Whether events that you caused, such as your own turns, are delivered too."


def _events(**options: Any) -> StrictList:
    return StrictList(
        child=serializers.ChoiceField(event_types()),
        allow_empty=False,
        max_length=len(event_types()),
        help_text="The types of events to deliver.",
        **options,
    )


class NewWebhook(Input):
    """A new webhook."""

    url = WebAddress(max_length=LONGEST_URL, help_text="A public https address.")
    events = _events()
    own_events = serializers.BooleanField(default=True, help_text=_OWN)
    format = serializers.ChoiceField(
        Webhook.Format.choices,
        default=Webhook.Format.JSON,
        help_text="`json`, or a card of a chat or notification service.",
    )


class WebhookChanges(Input):
    """Changes to a webhook; fields not named stay."""

    url = WebAddress(max_length=LONGEST_URL, required=False)
    events = _events(required=False)
    own_events = serializers.BooleanField(required=False, help_text=_OWN)
    status = serializers.ChoiceField(Webhook.Status.choices, required=False)


def webhook_payload(webhook: Webhook) -> shapes.Webhook:
    """Return a webhook as its owner sees it."""
    return {
        "id": str(webhook.pk),
        "url": webhook.url,
        "format": webhook.format,
        "events": webhook.events,
        "own_events": webhook.own_events,
        "status": webhook.status,
        "paused_because": webhook.paused_because,
        "failing_since": utc(webhook.failing_since),
        "created_at": utc(webhook.created_at),
    }


def delivery_payload(delivery: Delivery) -> shapes.Delivery:
    """Return how the delivery of one event went."""
    return {
        "id": str(delivery.pk),
        "message_id": delivery.message_id,
        "type": delivery.type,
        "status": delivery.status,
        "attempts": delivery.attempts,
        "answer_status": delivery.answer_status,
        "error": delivery.error,
        "body": delivery.body,
        "created_at": utc(delivery.created_at),
        "next_attempt_at": utc(delivery.next_attempt_at),
        "settled_at": utc(delivery.settled_at),
    }


class WebhookView(ApiView):
    """A view of the asker's own webhooks."""

    scope = "webhooks:write"

    def find(self, webhook_id: int) -> Webhook:
        """Return one of them; refuse where it is not theirs."""
        found = Webhook.objects.filter(user=self.user, pk=webhook_id).first()
        if found is None:
            raise Refusal("not_found", _("You have no webhook with this ID."))
        return found

    def handle_exception(self, exc: Exception) -> Response:
        if isinstance(exc, ForbiddenAddress):
            exc = invalid("url", "forbidden_address", str(exc))
        return super().handle_exception(exc)


class Webhooks(WebhookView):
    """All of them."""

    @documented("list_webhooks", responses={200: page_of(shapes.Webhook)}, query=PAGE)
    def get(self, request: Request) -> Response:
        """List my webhooks."""
        pages = CursorPagination()
        page = pages.paginate_queryset(Webhook.objects.filter(user=self.user), request)
        return pages.get_paginated_response([webhook_payload(row) for row in page])

    @documented(
        "create_webhook",
        body=NewWebhook,
        responses={201: shapes.WebhookWithSecret},
        codes=["too_many_webhooks"],
        example=examples.NEW_WEBHOOK,
    )
    def post(self, request: Request) -> Response:
        """Send my events to this address.

        Each is sent as `POST` with `{"type", "timestamp", "data"}`, where `data` is the event as
        `GET /events` shows it, signed as Standard Webhooks describes. Any answer of 2xx takes it; a
        redirect does not. Otherwise we try again in growing gaps for a day. The secret is shown
        once.
        """
        said = self.read_body(NewWebhook)
        try:
            webhook, secret = webhooks.make_webhook(self.user, **said)
        except webhooks.TooMany as error:
            raise Refusal(
                "too_many_webhooks",
                _("You already have {most} webhooks. Delete one first.").format(most=webhooks.MOST),
            ) from error
        shown: shapes.WebhookWithSecret = {**webhook_payload(webhook), "secret": secret}
        return self.created(shown, f"webhooks/{webhook.pk}")


class OneWebhook(WebhookView):
    """One of them."""

    @documented("get_webhook", responses={200: shapes.Webhook})
    def get(self, request: Request, webhook_id: int) -> Response:
        """Return a webhook."""
        return Response(webhook_payload(self.find(webhook_id)))

    @documented(
        "change_webhook",
        body=WebhookChanges,
        responses={200: shapes.Webhook},
        example={"status": "active"},
        is_conditional=True,
    )
    def patch(self, request: Request, webhook_id: int) -> Response:
        """Change a webhook, pause it, or activate it again after it was paused."""
        webhook = self.find(webhook_id)
        changed = webhooks.change_webhook(
            webhook, now=timezone.now(), **self.read_body(WebhookChanges, partial=True)
        )
        return Response(webhook_payload(changed))

    @documented("delete_webhook", responses={204: None}, is_conditional=True)
    def delete(self, request: Request, webhook_id: int) -> Response:
        """Delete a webhook and the log of its deliveries."""
        self.find(webhook_id).delete()
        return Response(status=204)


class WebhookSecret(WebhookView):
    """The secret that signs."""

    @documented("renew_webhook_secret", responses={200: shapes.NewSecret})
    def post(self, request: Request, webhook_id: int) -> Response:
        """Make a new secret, shown once. Deliveries have both signatures for a day."""
        webhook = self.find(webhook_id)
        secret = webhooks.renew_secret(webhook, timezone.now())
        assert webhook.old_secret_until is not None, "there was a secret before"
        answer: shapes.NewSecret = {
            "secret": secret,
            "old_secret_until": utc(webhook.old_secret_until),
        }
        return Response(answer)


class WebhookTest(WebhookView):
    """A try."""

    @documented(
        "test_webhook",
        responses={202: shapes.Delivery},
        codes=["webhook_paused"],
        examples={202: examples.TEST_DELIVERY},
    )
    def post(self, request: Request, webhook_id: int) -> Response:
        """Deliver a test in a moment. The log shows the result."""
        delivery = webhooks.make_test(self.find(webhook_id), timezone.now())
        messenger.send(send_deliveries)
        return Response(delivery_payload(delivery), status=202)


class Deliveries(WebhookView):
    """The log."""

    @documented("list_deliveries", responses={200: page_of(shapes.Delivery)}, query=PAGE)
    def get(self, request: Request, webhook_id: int) -> Response:
        """List the deliveries to a webhook, the newest first."""
        found = Delivery.objects.filter(webhook=self.find(webhook_id))
        pages = CursorPagination()
        page = pages.paginate_queryset(found, request)
        return pages.get_paginated_response([delivery_payload(row) for row in page])


class Resend(WebhookView):
    """Another try."""

    @documented(
        "resend_delivery",
        responses={202: shapes.Delivery},
        codes=["webhook_paused"],
        examples={202: examples.RESENT_DELIVERY},
    )
    def post(self, request: Request, webhook_id: int, delivery_id: int) -> Response:
        """Deliver this again in a moment: the same `webhook-id` and body, a new signature."""
        webhook = self.find(webhook_id)
        found = Delivery.objects.filter(webhook=webhook, pk=delivery_id).first()
        if found is None:
            raise Refusal("not_found", _("This webhook has no delivery with this ID."))
        found.webhook = webhook
        delivery = webhooks.send_again(found, timezone.now())
        messenger.send(send_deliveries)
        return Response(delivery_payload(delivery), status=202)
