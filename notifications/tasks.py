"""From events to people: what a worker does when something has happened, or by the clock."""

from __future__ import annotations

import logging
import time
from datetime import timedelta
from typing import Any, Final

from celery import shared_task
from celery.app.task import Task
from django.utils import timezone

from notifications import due, relay
from notifications.channels import post, push, webhook
from notifications.kinds import Channel
from notifications.models import Delivery, Notification, PushSubscription

logger = logging.getLogger(__name__)

_SECONDS: Final = 25
_KEPT: Final = timedelta(days=90)


@shared_task
def relay_events() -> int:
    """Return how many events were turned into notifications; the sending follows at once."""
    until = time.monotonic() + _SECONDS
    relayed = 0
    while (batch := relay.relay_events(timezone.now())) and time.monotonic() < until:
        relayed += batch
        for channel in due.channels_waiting(timezone.now()):
            call(_SENDERS[channel])
        if Delivery.objects.filter(status="pending", due_at__lte=timezone.now()).exists():
            call(send_deliveries)
    return relayed


@shared_task
def send_mails() -> int:
    """Return how many mails were sent."""
    return post.send_due_mails()


@shared_task
def send_pushes() -> int:
    """Return how many notifications were pushed."""
    return push.send_due_pushes()


@shared_task
def send_deliveries() -> int:
    """Return how many deliveries webhooks took."""
    return webhook.send_due_deliveries()


@shared_task(expires=60)
def test_push(subscription_id: int) -> None:
    """Show on one device that notifications arrive there."""
    if device := PushSubscription.objects.filter(pk=subscription_id).first():
        push.send_test(device)


@shared_task
def forget_old_notifications() -> int:
    """Return how many messages of long ago were deleted."""
    before = timezone.now() - _KEPT
    return (
        Notification.objects.filter(settled_at__lt=before).delete()[0]
        + Delivery.objects.filter(settled_at__lt=before).delete()[0]
    )


_SENDERS: Final = {Channel.MAIL: send_mails, Channel.PUSH: send_pushes}


def call(task: Task[Any, Any], *arguments: Any) -> bool:
    """Have a worker do a task soon; return whether one could be told.

    What has rows is done later in any case: beat finds them in a few seconds.
    """
    try:
        task.apply_async(arguments, retry=False)
    except Exception as error:
        logger.warning("no worker could be told of %s: %s", task.name, error)
        return False
    return True
