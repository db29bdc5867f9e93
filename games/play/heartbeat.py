"""The heartbeat: written where turns can be played, read where deadlines are judged.

A heartbeat that comes late shows by how much: that time is given back. It makes no difference
whether the service was down, its machine asleep or its clock put forward. All of it goes by the
clock of the database, so that two machines whose clocks differ cannot take turns at finding gaps.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from config.http.times import utc
from games.clock import live as live_clock
from games.clock.clocks import clock_of
from games.clock.live import note_clock
from games.clock.uptime import LONGEST_LIVE_PAUSE, LONGEST_PAUSE
from games.models import Game, Heartbeat, Outage
from games.models.querysets import GameQuerySet
from games.play.live_flow import become_post
from games.play.seating import notify_referee
from games.store import happened
from games.store.locking import lock_game
from games.store.uptime import read_uptime
from games.store.write import write_game

logger = logging.getLogger(__name__)

REST: Final = timedelta(seconds=4)
"""A heartbeat younger than this is left as it is: many processes beat, one row is written."""
BACKWARDS: Final = timedelta(minutes=1)
"""A heartbeat that is further than this in the future: the clock was put back."""


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
        # The clock is read again under the lock: anyone who waited must not find the gap again.
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


REASON = "service down"
PUT_BACK = "clock put back"


def give_back_live(since: datetime, until: datetime) -> int:
    """Move on the clocks of live games that ran meanwhile; return how many there were.

    After more than a minute they continue by correspondence instead. The caller holds the
    heartbeat, in which this gap is found once. A longer one is an outage, which moves the
    correspondence games too.
    """
    ran = Game.objects.filter(live__isnull=False, deadline__gt=since, clock_started_at__lt=until)
    games = _locked(ran)
    for game in games:
        if not clock_of(game).outlasts(until - since):
            become_post(game, until)
        else:
            lost = until - max(since, game.clock_started_at)
            live_clock.shift(game, lost)
            _write(game, lost, REASON, since, until)
    if games:
        logger.warning("gave %s back to %s live matches", until - since, len(games))
    return len(games)


def follow_clock_back(before: datetime, now: datetime) -> int:
    """Move the clocks of live games back by as much as the database's; return how many ran.

    Otherwise they would be paused for as long as it was put back. The caller holds the heartbeat.
    """
    ran = Game.objects.filter(live__isnull=False, deadline__isnull=False, clock_started_at__gt=now)
    games = _locked(ran)
    for game in games:
        live_clock.shift(game, now - before)
        game.clock_started_at = now
        _write(game, live_clock.AFTER_PAUSE, PUT_BACK, before, now)
    return len(games)


def _locked(games: GameQuerySet) -> list[Game]:
    """Return those of these live games that still continue, locked."""
    ids = list(games.order_by("pk").values_list("pk", flat=True))
    locked = [lock_game(game_id) for game_id in ids]
    return [game for game in locked if game.deadline is not None and clock_of(game).is_live]


def _write(game: Game, lost: timedelta, reason: str, since: datetime, until: datetime) -> None:
    """Write the clock of a locked game that was moved, and report it."""
    given: happened.OwnExtended = {
        "seconds": round(lost.total_seconds()),
        "reason": reason,
        "started_at": utc(since),
        "ended_at": utc(until),
    }
    everyone = [seat.user_id for seat in game.seats]
    event = happened.DEADLINE_EXTENDED(until, everyone, given)
    write_game(game, [event], now=until, awaited=game.summary.to_act)
    notify_referee(game)
