"""The heartbeat: written by whoever can let a turn be played, read by whoever judges deadlines.

A heartbeat that comes late shows by how much: that time is given back. It makes no difference
whether the service was down, its machine asleep or its clock put forward. All of it goes by the
clock of the database, so that two machines whose clocks differ cannot take turns at finding gaps.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from games.clock.live import note_clock
from games.clock.uptime import LONGEST_LIVE_PAUSE, LONGEST_PAUSE
from games.models import Heartbeat, Outage
from games.play.live_pauses import follow_clock_back, give_back_live
from games.store.uptime import read_uptime

logger = logging.getLogger(__name__)

REST: Final = timedelta(seconds=4)
"""A heartbeat younger than this is left as it is: many processes beat, one row is written."""
BACKWARDS: Final = timedelta(minutes=1)
"""A heartbeat that lies further than this in the future: the clock was put back."""


def beat(now: datetime | None = None) -> Outage | None:
    """Write that a turn can be played now; return the outage that this ends, if it ends one.

    ``now`` is the clock of the database unless it is given.
    """
    uptime = read_uptime()
    note_clock(uptime.clock)
    beat_at, at = uptime.beat_at, now or uptime.clock
    if beat_at is not None and at - REST < beat_at <= at + BACKWARDS:
        return None
    with transaction.atomic():
        heart = lock_heartbeat(at)
        # The clock is read again under the lock: whoever waited must not find the gap anew.
        return note_gap(heart, now or clock())


def lock_heartbeat(now: datetime) -> Heartbeat:
    """Return the heartbeat, locked until the transaction ends; the very first is made ``now``."""
    if not Heartbeat.objects.filter(pk=1).exists():
        Heartbeat.objects.bulk_create([Heartbeat(beat_at=now)], ignore_conflicts=True)
    return Heartbeat.objects.select_for_update().get(pk=1)


def clock() -> datetime:
    """Return the time by the clock of the database."""
    return read_uptime().clock


def note_gap(heart: Heartbeat, now: datetime) -> Outage | None:
    """Move a locked heartbeat on to ``now``; return the outage if too long has passed since."""
    outage = None
    gap = now - heart.beat_at
    is_paused = Outage.objects.filter(ended_at__isnull=True).exists()
    if gap > LONGEST_PAUSE and not is_paused:
        outage = Outage.objects.create(started_at=heart.beat_at, ended_at=now)
        logger.warning("nothing could be played for %s: it is given back", gap)
    elif gap > LONGEST_LIVE_PAUSE and not is_paused:
        give_back_live(heart.beat_at, now)
    elif gap < -BACKWARDS:
        logger.warning("the clock was put back by %s", -gap)
        follow_clock_back(heart.beat_at, now)
    if gap > timedelta() or gap < -BACKWARDS:
        heart.beat_at = now
        heart.save(update_fields=["beat_at"])
    return outage
