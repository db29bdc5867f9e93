"""Giving lost time back: every deadline that an outage touched moves on by its length, once.

An outage is found in one short transaction and worked off in many. Until it is done no one acts on
a deadline that fell after it began, so it does not matter when that is, nor who does it, nor how
often anyone who does it is killed: each game remembers the newest outage that it was given.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Greatest

from config.http.times import utc
from games.clock.clocks import clock_of
from games.models import Challenge, Game, Outage
from games.models.querysets import GameQuerySet
from games.play.heartbeat import clock, lock_heartbeat, note_gap
from games.play.live_flow import become_post
from games.store import happened
from games.store.outbox import record_events_of_games
from games.store.read import read_seats
from games.store.write_many import move_awaited, update_games

logger = logging.getLogger(__name__)

BATCH: Final = 500
PAUSED: Final = "maintenance"


def give_back(seconds: float = 3.0, batch: int = BATCH) -> int:
    """Work off outages that have ended, for about so long; return how many games were moved.

    Anyone who finds another process at it leaves it to that one.
    """
    until = time.monotonic() + seconds
    moved = 0
    while True:
        with transaction.atomic():
            outage = _lock_next()
            if outage is None:
                return moved
            moved += _work_off(outage, batch)
        # Looked at only now: however little time there is, one batch is always done.
        if time.monotonic() >= until:
            return moved


def pause_clocks(now: datetime | None = None) -> Outage:
    """Let no time pass in any game until ``resume_clocks``; return since when."""
    with transaction.atomic():
        at = now or clock()
        note_gap(lock_heartbeat(at), at)
        paused = Outage.objects.filter(ended_at__isnull=True).first()
        return paused or Outage.objects.create(started_at=at, reason=PAUSED)


def paused_since() -> datetime | None:
    """Return since when the clocks have been paused; ``None`` while they run."""
    paused = Outage.objects.filter(ended_at__isnull=True)
    return paused.values_list("started_at", flat=True).first()


def resume_clocks(now: datetime | None = None) -> Outage | None:
    """Let time pass again; return the pause, which is then given back, or None if none was."""
    with transaction.atomic():
        at = now or clock()
        heart = lock_heartbeat(at)
        paused = Outage.objects.filter(ended_at__isnull=True).first()
        if paused is None:
            return None
        paused.ended_at = at
        paused.save(update_fields=["ended_at"])
        # What was missed while the clocks were paused is given back with the pause.
        heart.beat_at = max(heart.beat_at, at)
        heart.save(update_fields=["beat_at"])
        return paused


def _lock_next() -> Outage | None:
    """Return the earliest outage that waits to be worked off, locked; None if there is none.

    One after the other: a game that two outages touched is moved by the first and may for that
    reason be touched by the second.
    """
    waiting = Outage.objects.filter(completed_at__isnull=True).order_by("started_at")
    first = waiting.first()
    if first is None or first.ended_at is None:
        return None
    return waiting.select_for_update(skip_locked=True).filter(pk=first.pk).first()


def _work_off(outage: Outage, batch: int) -> int:
    """Move one batch of games, or finish; return how many games were moved."""
    due = _due(_touched(outage).filter(set_aside_at__isnull=True), batch)
    if not due:
        # What was passed over because it changed at that moment, and what was set aside.
        outage.moved_below = None
        due = _due(_touched(outage).filter(set_aside_at__isnull=True), batch)
        due = due or _due(_touched(outage).filter(set_aside_at__isnull=False), batch)
    if not due:
        _finish(outage)
        return 0
    games = _lock_touched(outage, [game_id for game_id, _ in due])
    _move(outage, games)
    outage.moved_below = due[-1][1]
    outage.games_moved += len(games)
    outage.save(update_fields=["games_moved", "moved_below"])
    return len(games)


def _due(games: GameQuerySet, batch: int) -> list[tuple[str, datetime]]:
    """Return the ids and deadlines of the next batch; each kind of games has an index."""
    return list(games.values_list("pk", "deadline")[:batch])


def _touched(outage: Outage) -> GameQuerySet:
    """Return the games whose clock ran in the outage and that were not yet moved."""
    games = (
        Game.objects.filter(deadline__gt=outage.started_at, clock_started_at__lt=outage.ended_at)
        .filter(Q(outage_given_back__isnull=True) | Q(outage_given_back__lt=outage.pk))
        .order_by("-deadline")
    )
    return games.filter(deadline__lte=outage.moved_below) if outage.moved_below else games


def _lock_touched(outage: Outage, game_ids: Sequence[str]) -> list[Game]:
    """Return those of these games that are still touched, locked, with their seats.

    By id like everyone who holds several: by deadline, this and an account that is deleted could
    each wait for a game of the other.
    """
    games = _touched(outage).filter(pk__in=game_ids).order_by("pk").select_for_update()
    locked = list(games)
    read_seats(locked)
    return locked


def _move(outage: Outage, games: Sequence[Game]) -> None:
    """Move the deadlines of locked games and write it into their logs."""
    assert outage.ended_at is not None, "only what has ended is given back"
    now = clock()
    log, moved = [], []
    for game in _without_broken_off(outage, games, now):
        assert game.deadline is not None, "games were picked by their deadline"
        # A clock that began to run within the outage was not stopped by all of it, and one that
        # stood because its player is away lost nothing.
        before = game.deadline
        began = max(outage.started_at, game.clock_started_at)
        clock_of(game).move(began, outage.ended_at, game.seats)
        lost = game.deadline - before
        game.outage_given_back = outage.pk
        game.revision += 1
        game.updated_at = now
        moved.append(game)
        if not lost:
            continue
        given: happened.OwnExtended = {
            "seconds": round(lost.total_seconds()),
            "reason": outage.reason,
            "started_at": utc(outage.started_at),
            "ended_at": utc(outage.ended_at),
        }
        receivers = [seat.user_id for seat in game.seats]
        event = happened.DEADLINE_EXTENDED(outage.ended_at, receivers, given)
        log.append((game, [event]))
    record_events_of_games(log)
    update_games(moved, _MOVED)
    move_awaited(moved)


def _without_broken_off(outage: Outage, games: Sequence[Game], now: datetime) -> list[Game]:
    """Switch live games that were paused for too long to correspondence; return the others."""
    assert outage.ended_at is not None, "only what has ended is given back"
    length, others = outage.ended_at - outage.started_at, []
    for game in games:
        if clock_of(game).outlasts(length):
            others.append(game)
        else:
            become_post(game, now)
            Game.objects.filter(pk=game.pk).update(outage_given_back=outage.pk)
    return others


_MOVED: Final = (
    "deadline",
    "main_until",
    "remind_at",
    "live",
    "outage_given_back",
    "revision",
    "last_event",
    "updated_at",
)


def _finish(outage: Outage) -> None:
    """Move the challenges, which are few and quiet, and let deadlines count again."""
    _open_challenges(outage).update(
        expires_at=F("expires_at")
        + (outage.ended_at - Greatest(F("created_at"), outage.started_at))
    )
    outage.completed_at = clock()
    outage.moved_below = None
    outage.save(update_fields=["completed_at", "moved_below", "games_moved"])
    logger.warning("gave %s back to %s games", outage, outage.games_moved)


def _open_challenges(outage: Outage) -> QuerySet[Challenge]:
    return Challenge.objects.filter(
        status=Challenge.Status.OPEN,
        expires_at__gt=outage.started_at,
        created_at__lt=outage.ended_at,
    )
