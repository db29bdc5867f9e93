"""From events to people: what a worker does when something has happened, or by the clock."""

from __future__ import annotations

import logging
import time
from typing import Any, Final

from celery import shared_task
from celery.app.task import Task
from django.utils import timezone

from notifications import relay
from notifications.channels.post import send_due_mails

logger = logging.getLogger(__name__)

_SECONDS: Final = 25


@shared_task
def relay_events() -> int:
    """Return how many events were turned into notifications; the sending follows at once."""
    until = time.monotonic() + _SECONDS
    relayed = 0
    while (batch := relay.relay_events(timezone.now())) and time.monotonic() < until:
        relayed += batch
        _wake(send_mails)
    return relayed


@shared_task
def send_mails() -> int:
    """Return how many mails were sent."""
    return send_due_mails()


def _wake(task: Task[Any, Any]) -> None:
    try:
        task.apply_async(retry=False)
    except Exception as error:
        # The rows are written; beat finds them in a few seconds.
        logger.warning("no worker could be told of %s: %s", task.name, error)
