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
from config.http.fields import Input, StrictList, UtcTime
from config.http.openapi import documented
from config.http.pagination import CursorPagination
from config.http.parameters import PAGE
from config.http.schema_fields import WebAddress
from games.api.outputs import page_of
from games.store.outbox import EVENT_TYPES
from notifications import webhooks
from notifications.api import examples
from notifications.models import Delivery, Webhook
from notifications.tasks import send_deliveries
from notifications.transport.ssrf import LONGEST_URL, ForbiddenAddress

_OWN = "Whether events that you caused, such as your own turns, are delivered too."


def _events(**options: Any) -> StrictList:
    return StrictList(
        child=serializers.ChoiceField(EVENT_TYPES),
        allow_empty=False,
        max_length=len(EVENT_TYPES),
        help_text="The types of events to deliver.",
        **options,
    )


class NewWebhook(Input):
    """A new webhook."""

    url = WebAddress(max_length=LONGEST_URL, help_text="A public https address.")
    events = _events()
    own_events = serializers.BooleanField(default=True, help_text=_OWN)


class WebhookChanges(Input):
    """Changes to a webhook; fields not named stay."""

    url = WebAddress(max_length=LONGEST_URL, required=False)
    events = _events(required=False)
    own_events = serializers.BooleanField(required=False, help_text=_OWN)
    status = serializers.ChoiceField(Webhook.Status.choices, required=False)


class WebhookOutput(serializers.ModelSerializer[Webhook]):
    """A webhook as its owner sees it; its secret is not shown again."""

    example = examples.WEBHOOK

    events = serializers.ListField(child=serializers.ChoiceField(EVENT_TYPES))
    failing_since = UtcTime(allow_null=True)
    created_at = UtcTime()

    class Meta:
        model = Webhook
        fields = [
            "id",
            "url",
            "events",
            "own_events",
            "status",
            "paused_because",
            "failing_since",
            "created_at",
        ]


class WebhookWithSecret(WebhookOutput):
    """A webhook on the one occasion when its secret can be read."""

    example = examples.WEBHOOK_WITH_SECRET

    secret = serializers.CharField(help_text="whsec_ and the key in base64.")

    class Meta(WebhookOutput.Meta):
        fields = [*WebhookOutput.Meta.fields, "secret"]


class NewSecret(serializers.Serializer[Any]):
    """A new secret; the old one signs beside it for a day."""

    example = examples.NEW_SECRET

    secret = serializers.CharField()
    old_secret_until = UtcTime()


class DeliveryOutput(serializers.ModelSerializer[Delivery]):
    """How the delivery of one event went."""

    example = examples.DELIVERY

    message_id = serializers.CharField(help_text="The webhook-id of every attempt.")
    created_at = UtcTime()
    next_attempt_at = UtcTime(allow_null=True)
    settled_at = UtcTime(allow_null=True)

    class Meta:
        model = Delivery
        fields = [
            "id",
            "message_id",
            "type",
            "status",
            "attempts",
            "answer_status",
            "error",
            "body",
            "created_at",
            "next_attempt_at",
            "settled_at",
        ]


WebhookPage, DeliveryPage = page_of(WebhookOutput), page_of(DeliveryOutput)


class WebhookView(ApiView):
    """A view of the asker's own webhooks."""

    scope = "webhooks:write"

    def find(self, webhook_id: int) -> Webhook:
        """Return one of them; refuse where it is not theirs."""
        found = Webhook.objects.filter(user=self.user, pk=webhook_id).first()
        if found is None:
            raise Refusal(404, "not_found", _("You have no webhook with this ID."))
        return found

    def handle_exception(self, exc: Exception) -> Response:
        if isinstance(exc, ForbiddenAddress):
            exc = invalid("url", "forbidden_address", str(exc))
        return super().handle_exception(exc)


class Webhooks(WebhookView):
    """All of them."""

    @documented(responses={200: WebhookPage}, query=PAGE)
    def get(self, request: Request) -> Response:
        """List my webhooks."""
        pages = CursorPagination()
        page = pages.paginate_queryset(Webhook.objects.filter(user=self.user), request)
        return pages.get_paginated_response(WebhookOutput(page, many=True).data)

    @documented(
        body=NewWebhook,
        responses={201: WebhookWithSecret},
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
                409,
                "too_many_webhooks",
                _("You already have {most} webhooks. Delete one first.").format(most=webhooks.MOST),
            ) from error
        shown = {**WebhookOutput(webhook).data, "secret": secret}
        return self.created(shown, f"webhooks/{webhook.pk}")


class OneWebhook(WebhookView):
    """One of them."""

    @documented(responses={200: WebhookOutput})
    def get(self, request: Request, webhook_id: int) -> Response:
        """Return a webhook."""
        return Response(WebhookOutput(self.find(webhook_id)).data)

    @documented(body=WebhookChanges, responses={200: WebhookOutput}, example={"status": "active"})
    def patch(self, request: Request, webhook_id: int) -> Response:
        """Change a webhook, pause it, or activate it again after it was paused."""
        webhook = self.find(webhook_id)
        changed = webhooks.change_webhook(
            webhook, now=timezone.now(), **self.read_body(WebhookChanges, partial=True)
        )
        return Response(WebhookOutput(changed).data)

    @documented(responses={204: None})
    def delete(self, request: Request, webhook_id: int) -> Response:
        """Delete a webhook and the log of its deliveries."""
        self.find(webhook_id).delete()
        return Response(status=204)


class WebhookSecret(WebhookView):
    """The secret that signs."""

    @documented(responses={200: NewSecret})
    def post(self, request: Request, webhook_id: int) -> Response:
        """Make a new secret, shown once. Deliveries have both signatures for a day."""
        webhook = self.find(webhook_id)
        secret = webhooks.renew_secret(webhook, timezone.now())
        answer = {"secret": secret, "old_secret_until": webhook.old_secret_until}
        return Response(NewSecret(answer).data)


class WebhookTest(WebhookView):
    """A try."""

    @documented(
        responses={202: DeliveryOutput},
        codes=["webhook_paused"],
        examples={202: examples.TEST_DELIVERY},
    )
    def post(self, request: Request, webhook_id: int) -> Response:
        """Deliver a test in a moment. The log shows the result."""
        delivery = webhooks.make_test(self.find(webhook_id), timezone.now())
        messenger.tell(send_deliveries)
        return Response(DeliveryOutput(delivery).data, status=202)


class Deliveries(WebhookView):
    """The log."""

    @documented(responses={200: DeliveryPage}, query=PAGE)
    def get(self, request: Request, webhook_id: int) -> Response:
        """List the deliveries to a webhook, the newest first."""
        found = Delivery.objects.filter(webhook=self.find(webhook_id))
        pages = CursorPagination()
        page = pages.paginate_queryset(found, request)
        return pages.get_paginated_response(DeliveryOutput(page, many=True).data)


class Resend(WebhookView):
    """Another try."""

    @documented(
        responses={202: DeliveryOutput},
        codes=["webhook_paused"],
        examples={202: examples.RESENT_DELIVERY},
    )
    def post(self, request: Request, webhook_id: int, delivery_id: int) -> Response:
        """Deliver this again in a moment: the same `webhook-id` and body, a new signature."""
        webhook = self.find(webhook_id)
        found = Delivery.objects.filter(webhook=webhook, pk=delivery_id).first()
        if found is None:
            raise Refusal(404, "not_found", _("This webhook has no delivery with this ID."))
        found.webhook = webhook
        delivery = webhooks.send_again(found, timezone.now())
        messenger.tell(send_deliveries)
        return Response(DeliveryOutput(delivery).data, status=202)
