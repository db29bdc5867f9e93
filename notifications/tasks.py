"""From events to people: what a worker does when something has happened, or by the clock."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final

from celery import shared_task
from celery.app.task import Task
from django.utils import timezone

from config.backends import mail_folder
from config.backends.task_signal import TaskTrigger
from notifications import relay, webhooks
from notifications.channels import Transport, email_sender, push, webhook
from notifications.models import Digest, Notification, PushSubscription
from notifications.reminders import ladders

logger = logging.getLogger(__name__)

_competitions: Final = TaskTrigger("games.competitions.tasks.go_on_with_competitions")

_plans: Final = TaskTrigger("games.plans.tasks.fire_plans")

_SECONDS: Final = 5
"""How long one task runs. Short, because the clock may be waiting for this worker."""
_AT_ONCE: Final = 4
"""How many tasks one relay calls for each channel: so many workers share a long queue."""
_EXPIRES: Final = 30
"""A call that waited longer is worth nothing: beat has called again meanwhile."""
_KEPT: Final = timedelta(days=90)
_FILES_KEPT: Final = timedelta(days=30)


@shared_task
def relay_events() -> int:
    """Return how many events were turned into notifications; the sending follows immediately."""
    until = time.monotonic() + _SECONDS
    relayed = batches = 0
    while batch := relay.relay_events(
        timezone.now(), on_game_over=_competitions.trigger, on_planned=_plans.trigger
    ):
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
def remind() -> int:
    """Return at how many seats was looked whose players may have to be reminded."""
    until = time.monotonic() + _SECONDS
    looked = 0
    while (found := ladders.remind_due()) and time.monotonic() < until:
        looked += found
    return looked + found


@shared_task
def send_mails() -> int:
    """Return how many emails were sent."""
    return _send(send_mails)


@shared_task
def send_pushes() -> int:
    """Return how many notifications were pushed."""
    return _send(send_pushes)


@shared_task
def send_deliveries() -> int:
    """Return how many deliveries webhooks took."""
    return _send(send_deliveries)


@shared_task(expires=60)
def test_push(subscription_id: int) -> None:
    """Show on one device that notifications arrive there."""
    if device := PushSubscription.objects.filter(pk=subscription_id).first():
        push.send_test(device)


@shared_task
def forget_old_notifications() -> int:
    """Return how many messages of long ago were deleted."""
    now = timezone.now()
    old = {"settled_at__lt": now - _KEPT}
    gone = Notification.objects.filter(**old).delete()[0] + Digest.objects.filter(**old).delete()[0]
    return gone + webhooks.forget_old(now)


@shared_task
def forget_old_mail_files() -> int:
    """Return how many emails kept as files were deleted because they are a month old."""
    return mail_folder.forget_before((timezone.now() - _FILES_KEPT).timestamp())


@shared_task
def forget_mails_to(mark: str) -> int:
    """Return how many emails kept as files were deleted because their reader's account was."""
    return mail_folder.forget_recipient(mark)


_TRANSPORTS: Final[Mapping[Task[Any, Any], Transport]] = {
    send_mails: email_sender,
    send_pushes: push,
    send_deliveries: webhook,
}


def _senders_wanted() -> list[Task[Any, Any]]:
    """Return the tasks for which something is due."""
    now = timezone.now()
    return [task for task, transport in _TRANSPORTS.items() if transport.is_waiting(now)]


def _send(task: Task[Any, Any]) -> int:
    """Send what is due; a task that sent something and left more behind it comes again."""
    transport = _TRANSPORTS[task]
    sent = transport.send_due(_SECONDS)
    if sent and transport.is_waiting(timezone.now()):
        call(task, expires=_EXPIRES)
    return sent


def call(task: Task[Any, Any], *arguments: Any, **options: Any) -> bool:
    """Have a worker do a task soon; return whether one could be reported.

    What has rows is done later in any case: beat finds them in a few seconds.
    """
    try:
        task.apply_async(arguments, retry=False, **options)
    except Exception as error:
        logger.warning("no worker could be told of %s: %s", task.name, error)
        return False
    return True
