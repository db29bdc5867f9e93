"""Whether a channel as a whole works; one that does not is left alone for a growing while.

Without this every row of a long queue would find out for itself that the mail server is away,
and wait for it each time.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from notifications.models import Outlet
from notifications.vocabulary import Channel

FIRST_PAUSE: Final = timedelta(seconds=5)
LONGEST_PAUSE: Final = timedelta(minutes=5)


def is_open(channel: Channel, now: datetime) -> bool:
    """Return whether the channel may be tried now."""
    return not Outlet.objects.filter(channel=channel, retry_at__gt=now).exists()


def note_success(channel: Channel) -> None:
    """Forget earlier failures of the channel."""
    Outlet.objects.filter(channel=channel, failures__gt=0).update(
        failures=0, failing_since=None, retry_at=None, last_error=""
    )


def note_failure(channel: Channel, error: Exception, now: datetime) -> None:
    """Leave the channel alone for a while, longer each time in a row."""
    with transaction.atomic():
        Outlet.objects.get_or_create(channel=channel)
        outlet = Outlet.objects.select_for_update().get(channel=channel)
        if outlet.retry_at is not None and outlet.retry_at > now:
            return  # Another worker has just found the same.
        pause = min(FIRST_PAUSE * 2 ** min(outlet.failures, 10), LONGEST_PAUSE)
        outlet.failures += 1
        outlet.failing_since = outlet.failing_since or now
        outlet.retry_at = now + pause
        outlet.last_error = describe(error)
        outlet.save()


def describe(error: Exception) -> str:
    """Return an error as a line that an operator can read."""
    return f"{type(error).__name__}: {error}"[:500]
