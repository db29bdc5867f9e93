"""Periodic looks at due rows: small claimed batches, each row looked at again under its lock.

Two sweeps at the same time take different rows. A row that fails does not hold the others up: it is
set aside, logged with its id and shown to the operator.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from django.db import InterfaceError, OperationalError, transaction
from django.utils import timezone

from config.observe.counts import Count
from games.clock.times import reserve_of
from games.clock.uptime import SweepWindow, sweep_window
from games.models import Game, Sweep
from games.models.querysets import GameQuerySet
from games.play.apply import write_changes
from games.play.challenge.ends import lapse_challenges
from games.play.deadlines import enforce_deadline, held, time_out
from games.store import happened
from games.store.outbox import record_events_of_games
from games.store.read import read_seats
from games.store.write_many import update_games

logger = logging.getLogger(__name__)

BATCH: Final = 200
IN_TIME: Final = timedelta(seconds=60)
DEADLINES: Final = Count("deadlines", "Missed deadlines acted on, correspondence.")
DEADLINES_IN_TIME: Final = Count("deadlines_in_time", "Those acted on within 60 seconds.")

Failures = Mapping[str, str]
"""Games by id and what was wrong with each."""


def close_overdue(limit: int = BATCH, *, now: datetime | None = None) -> int:
    """Act on up to ``limit`` missed deadlines; return how many were found."""
    window = sweep_window(now)
    return _sweep(_DEADLINES, limit, window) + (_close_live(limit, window) if window else 0)


def _close_live(limit: int, window: SweepWindow) -> int:
    """Act on the clocks of live games that the referee has left; return how many there were.

    Their deadlines have a grace of their own, so none is added.
    """
    due = Game.objects.overdue(window.until).filter(live__isnull=False)
    found = list(due.values_list("pk", flat=True)[:limit])
    for game_id in found:
        try:
            enforce_deadline(game_id, window.now)
        except (OperationalError, InterfaceError):
            raise  # The database is away or busy; that is no row's fault.
        except Exception as error:
            set_aside(game_id, _describe(error))
    return len(found)


def send_reminders(limit: int = BATCH, *, now: datetime | None = None) -> int:
    """Remind the players to act of up to ``limit`` games, once a turn; return how many games."""
    return _sweep(_REMINDERS, limit, sweep_window(now))


def lapse_old_challenges(limit: int = BATCH, *, now: datetime | None = None) -> int:
    """Close up to ``limit`` challenges that no one answered in time; return how many."""
    window = sweep_window(now)
    return lapse_challenges(window.closes_until, limit) if window else 0


def set_aside(game_id: str, reason: str) -> None:
    """Leave a game to the operator; no sweep touches it until it is revived."""
    logger.error("game %s was set aside: %s", game_id, reason)
    Game.objects.filter(pk=game_id).update(
        set_aside_at=timezone.now(), set_aside_reason=reason[:2000]
    )


def revive(game_ids: Sequence[str] | None = None) -> int:
    """Let sweeps see games again that were set aside, by default all; return how many."""
    games = Game.objects.filter(set_aside_at__isnull=False)
    if game_ids is not None:
        games = games.filter(pk__in=game_ids)
    return games.update(set_aside_at=None, set_aside_reason="")


@dataclass(frozen=True, slots=True)
class _Task:
    """One kind of due game: which they are, since when, and what is to be done."""

    kind: Sweep.Kind
    due: Callable[[SweepWindow], GameQuerySet]
    due_at: Callable[[Game], datetime | None]
    act: Callable[[Sequence[Game], datetime], Failures]
    """Act on locked games; return those that could not be acted on. May raise for one bad row among
    many, and is then called for each separately."""


@dataclass(slots=True)
class _Tally:
    """What a batch came to."""

    lateness: list[timedelta] = field(default_factory=list)
    """Of each row handled: from when it was due until it was done."""
    failed: dict[str, str] = field(default_factory=dict)

    def add(self, other: _Tally) -> None:
        self.lateness += other.lateness
        self.failed |= other.failed


def _sweep(task: _Task, limit: int, window: SweepWindow | None) -> int:
    """Handle one batch and write down how it went; return how many rows were found."""
    if window is None:
        return 0
    try:
        tally = _handle(task, task.due(window)[:limit], window.now)
    except (OperationalError, InterfaceError):
        raise  # The database is away or busy; that is no row's fault.
    except Exception:
        logger.exception("a batch of %s failed and is taken row by row", task.kind)
        tally = _handle_one_by_one(task, limit, window)
    for game_id, reason in tally.failed.items():
        set_aside(game_id, reason)
    found = len(tally.lateness) + len(tally.failed)
    if found:
        _write_down(task.kind, tally, window.now)
        if task.kind == Sweep.Kind.DEADLINES:
            DEADLINES.add(by=found)
            DEADLINES_IN_TIME.add(by=sum(late <= IN_TIME for late in tally.lateness))
    return found


def _handle(task: _Task, due: GameQuerySet, now: datetime) -> _Tally:
    """Lock what is due and act on it, in a transaction of its own."""
    with transaction.atomic():
        games = list(due.select_for_update(skip_locked=True))
        read_seats(games)
        due_at = {game.pk: task.due_at(game) or now for game in games}
        failed = task.act(games, now) if games else {}
    done = [now - moment for game_id, moment in due_at.items() if game_id not in failed]
    return _Tally(done, dict(failed))


def _handle_one_by_one(task: _Task, limit: int, window: SweepWindow) -> _Tally:
    """Handle each row in a transaction of its own, and find the bad ones that way."""
    tally = _Tally()
    for game_id in list(task.due(window).values_list("pk", flat=True)[:limit]):
        try:
            tally.add(_handle(task, task.due(window).filter(pk=game_id), window.now))
        except (OperationalError, InterfaceError):
            raise
        except Exception as error:
            tally.failed[game_id] = _describe(error)
    return tally


def _write_down(kind: Sweep.Kind, tally: _Tally, now: datetime) -> None:
    Sweep.objects.create(
        kind=kind,
        ended_at=now,
        handled=len(tally.lateness),
        set_aside=len(tally.failed),
        total_lateness=sum(tally.lateness, timedelta()),
        worst_lateness=max(tally.lateness, default=timedelta()),
    )


def _time_out_all(games: Sequence[Game], now: datetime) -> Failures:
    """Let the deadlines of locked games have passed."""
    changes, failed = [], {}
    waiting = held(games)
    for game in games:
        if game.pk in waiting:
            continue
        try:
            changes.append(time_out(game, now))
        except Exception as error:
            logger.exception("the deadline of game %s could not be judged", game.pk)
            failed[game.pk] = _describe(error)
    write_changes(changes, now=now)
    return failed


def _remind_all(games: Sequence[Game], now: datetime) -> Failures:
    """Notify the players of locked games that time runs out, then of the time bank."""
    log = []
    for game in games:
        awaited = [seat.user_id for seat in game.seats if seat.is_awaited]
        due: happened.OwnNear = {"turn": game.next_turn}
        if game.main_until is not None and game.main_until <= now:
            game.remind_at = None
            everyone = [seat.user_id for seat in game.seats]
            event = happened.RESERVE_BEGAN(game.main_until, everyone, due)
        else:
            game.remind_at = game.main_until if reserve_of(game) else None
            event = happened.DEADLINE_NEAR(now, awaited, due)
        log.append((game, [event]))
    record_events_of_games(log)
    update_games(games, ("remind_at", "last_event"))
    return {}


def _describe(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


_DEADLINES: Final = _Task(
    kind=Sweep.Kind.DEADLINES,
    due=lambda window: Game.objects.overdue(window.closes_until).by_post(),
    due_at=lambda game: game.deadline,
    act=_time_out_all,
)
_REMINDERS: Final = _Task(
    kind=Sweep.Kind.REMINDERS,
    due=lambda window: Game.objects.to_remind(window.until),
    due_at=lambda game: game.remind_at,
    act=_remind_all,
)
