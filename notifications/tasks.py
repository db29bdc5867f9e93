"""From events to people: what a worker does when something has happened, or by the clock."""

from __future__ import annotations

import logging
import time
from datetime import timedelta
from typing import Any, Final

from celery import shared_task
from celery.app.task import Task
from django.utils import timezone

from config.backends import mail_folder
from notifications import queue, relay, webhooks
from notifications.channels import email_sender, push, webhook
from notifications.models import Delivery, Notification, PushSubscription
from notifications.vocabulary import Channel

logger = logging.getLogger(__name__)

_SECONDS: Final = 5
"""How long one task goes on. Short, because the clock may be waiting for this worker."""
_AT_ONCE: Final = 4
"""How many tasks one relay calls for each channel: so many workers share a long queue."""
_EXPIRES: Final = 30
"""A call that waited longer is worth nothing: beat has called again meanwhile."""
_KEPT: Final = timedelta(days=90)
_FILES_KEPT: Final = timedelta(days=30)


@shared_task
def relay_events() -> int:
    """Return how many events were turned into notifications; the sending follows at once."""
    until = time.monotonic() + _SECONDS
    relayed = batches = 0
    while batch := relay.relay_events(timezone.now()):
        relayed += batch
        batches += 1
        if batches <= _AT_ONCE:
            for sender in _senders_wanted():
                call(sender, expires=_EXPIRES)
        if time.monotonic() > until:
            call(relay_events, expires=_EXPIRES)
            break
    return relayed


@shared_task
def send_mails() -> int:
    """Return how many mails were sent."""
    return _go_on(send_mails, email_sender.send_due_mails(_SECONDS))


@shared_task
def send_pushes() -> int:
    """Return how many notifications were pushed."""
    return _go_on(send_pushes, push.send_due_pushes(_SECONDS))


@shared_task
def send_deliveries() -> int:
    """Return how many deliveries webhooks took."""
    return _go_on(send_deliveries, webhook.send_due_deliveries(_SECONDS))


@shared_task(expires=60)
def test_push(subscription_id: int) -> None:
    """Show on one device that notifications arrive there."""
    if device := PushSubscription.objects.filter(pk=subscription_id).first():
        push.send_test(device)


@shared_task
def forget_old_notifications() -> int:
    """Return how many messages of long ago were deleted."""
    now = timezone.now()
    return Notification.objects.filter(settled_at__lt=now - _KEPT).delete()[
        0
    ] + webhooks.forget_old(now)


@shared_task
def forget_old_mail_files() -> int:
    """Return how many mails kept as files were deleted because they are a month old."""
    return mail_folder.forget_before((timezone.now() - _FILES_KEPT).timestamp())


@shared_task
def forget_mails_to(address: str) -> int:
    """Return how many mails kept as files were deleted because their reader's account was."""
    return mail_folder.forget_recipient(address)


_SENDERS: Final = {Channel.MAIL: send_mails, Channel.PUSH: send_pushes}


def _senders_wanted() -> set[Task[Any, Any]]:
    """Return the tasks for which something is due."""
    now = timezone.now()
    wanted = {_SENDERS[channel] for channel in queue.channels_waiting(now)}
    if Delivery.objects.filter(status="pending", due_at__lte=now).exists():
        wanted.add(send_deliveries)
    return wanted


def _go_on(task: Task[Any, Any], sent: int) -> int:
    """Let a task that sent something and left more behind it take its turn again."""
    if sent and task in _senders_wanted():
        call(task, expires=_EXPIRES)
    return sent


def call(task: Task[Any, Any], *arguments: Any, **options: Any) -> bool:
    """Have a worker do a task soon; return whether one could be told.

    What has rows is done later in any case: beat finds them in a few seconds.
    """
    try:
        task.apply_async(arguments, retry=False, **options)
    except Exception as error:
        logger.warning("no worker could be told of %s: %s", task.name, error)
        return False
    return True
