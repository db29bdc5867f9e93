"""Web push over the API: the key to subscribe with, the devices, a test."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Final

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import ApiView
from accounts.devices import name_device
from accounts.limits import count_of_person
from config.backends.task_signal import messenger
from config.http.errors.refusals import Refusal, invalid
from config.http.fields import Input, StrictText
from config.http.openapi import documented
from config.http.pagination import CursorPagination
from config.http.parameters import PAGE
from config.http.schema_fields import WebAddress
from config.http.shapes import page_of
from config.http.times import utc
from notifications import subscriptions
from notifications.api import examples, shapes
from notifications.models import PushSubscription
from notifications.tasks import test_push
from notifications.transport import vapid
from notifications.transport.ssrf import ForbiddenAddress


class PushKeys(Input):
    """The keys that encrypt messages to a device."""

    p256dh = StrictText(max_length=100)
    auth = StrictText(max_length=40)


class NewSubscription(Input):
    """What a browser's ``PushSubscription.toJSON()`` gives."""

    endpoint = WebAddress(max_length=2000)
    keys = PushKeys()


def subscription_payload(found: PushSubscription) -> shapes.Subscription:
    """Return a device with notifications."""
    return {
        "id": str(found.pk),
        "device": found.device,
        "created_at": utc(found.created_at),
        "last_notified_at": utc(found.last_told_at),
        "failing_since": utc(found.failing_since),
        "last_error": found.last_error,
    }


class Push(ApiView):
    """Web push in general."""

    scope = "account:read"

    @documented("get_push_key", responses={200: shapes.PushKey})
    def get(self, request: Request) -> Response:
        """Return the key that a browser subscribes with.

        Each message is declarative web push JSON: `{"web_push": 8030, "app_badge": 2,
        "notification": {"title", "body", "navigate", "tag": "game-<id>", "app_badge": "2",
        "data": {"stale": ["game-<id>"]}}}`. A newer message with the same tag takes the place of
        the older; `stale` names what is shown and no longer true.
        """
        return Response({"public_key": vapid.public_key()})


class Subscriptions(ApiView):
    """The devices of the account."""

    scope = {"GET": "account:read", "POST": "webhooks:write"}

    @documented("list_devices", responses={200: page_of(shapes.Subscription)}, query=PAGE)
    def get(self, request: Request) -> Response:
        """List the devices with notifications."""
        pages = CursorPagination()
        found = PushSubscription.objects.filter(user=self.user)
        page = pages.paginate_queryset(found, request)
        return pages.get_paginated_response([subscription_payload(row) for row in page])

    @documented(
        "create_device",
        body=NewSubscription,
        responses={201: shapes.Subscription},
        example=examples.NEW_SUBSCRIPTION,
    )
    def post(self, request: Request) -> Response:
        """Turn on notifications on this device. The same endpoint again renews it."""
        said = self.read_body(NewSubscription)
        keys = said["keys"]
        try:
            found = subscriptions.subscribe(
                self.user,
                said["endpoint"],
                keys["p256dh"],
                keys["auth"],
                device=name_device(request.headers.get("User-Agent", "")),
            )
        except ForbiddenAddress as error:
            raise invalid("endpoint", "forbidden_address", str(error)) from error
        except subscriptions.BadKeys as error:
            raise invalid("keys", "malformed", str(error)) from error
        return self.created(subscription_payload(found), f"push/subscriptions/{found.pk}")


class OneSubscription(ApiView):
    """One device."""

    scope = "webhooks:write"

    @documented("delete_device", responses={204: None})
    def delete(self, request: Request, subscription_id: int) -> Response:
        """Turn off notifications on this device."""
        if not subscriptions.unsubscribe(self.user.pk, subscription_id):
            raise _unknown()
        return Response(status=204)


class SubscriptionTest(ApiView):
    """A try."""

    scope = "webhooks:write"

    @documented("test_device", responses={202: None})
    def post(self, request: Request, subscription_id: int) -> Response:
        """Show a test notification on this device in a moment. `last_error` says if it failed."""
        owned = PushSubscription.objects.filter(user=self.user, pk=subscription_id)
        if not owned.exists():
            raise _unknown()
        count_of_person(self.user.pk, "test", "push")
        if not _was_signalled(messenger.send(test_push, subscription_id)):
            raise Refusal("busy", _("We sent nothing. Try again in a moment."))
        return Response(status=202)


def _unknown() -> Refusal:
    return Refusal("not_found", _("You have no device with this ID."))


def _was_signalled(answer: Future[bool]) -> bool:
    """Return whether a worker was notified now; a broker that hangs delays no one."""
    try:
        return answer.result(_TOLD_SECONDS)
    except TimeoutError:
        return False


_TOLD_SECONDS: Final = 0.5
