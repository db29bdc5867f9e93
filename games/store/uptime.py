"""When a turn could last be played, as the database knows it."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.db import connection


class Uptime(NamedTuple):
    """What is known of the service's own time, read in one statement."""

    beat_at: datetime | None
    """When a turn could last be played; None before the first start."""
    lost_since: datetime | None
    """From when on time is being given back, or the clocks are paused."""
    clock: datetime
    """The time by the clock of the database, which all processes share."""


def read_uptime() -> Uptime:
    """Return the newest heartbeat and the earliest time not yet given back.

    ORM: ``Heartbeat.objects.values_list("beat_at").get(pk=1)`` and ``Outage.objects.filter(
    completed_at__isnull=True).aggregate(Min("started_at"))``; the clock is PostgreSQL's.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT (SELECT beat_at FROM games_heartbeat WHERE id = 1),"
            " (SELECT min(started_at) FROM games_outage WHERE completed_at IS NULL),"
            " clock_timestamp()"
        )
        return Uptime(*cursor.fetchone())
