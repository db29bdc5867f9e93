"""Who is to be reminded next, and the sweep that does it.

1. Everything that starts or moves a clock marks the seats that it concerns (``marking``), after the
   commit of a turn and outside of it.
2. The sweep looks at marked seats and at those whose next rung is due, each under a lock: what it
   shows depends on the clock, the wishes and the zone as they are then.
3. It writes down which rungs it has reported and when to look again.

Marking too often costs a look; a row (seat, clock, rung, channel) makes each rung once.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import takewhile
from typing import Final

from django.db import transaction
from django.db.models import F

from games.clock.times import pauses_of, seconds_of
from games.clock.uptime import sweep_window
from games.models import GameEvent, Player
from games.store.read import read_seats
from notifications import recipients
from notifications.kinds.play import REMINDER
from notifications.models import Ladder, Notification, ToldRung
from notifications.preferences import NotificationPreferences, preferences_of, zone_of
from notifications.reminders.rungs import RESERVE_BEGINS, Clock, Due, after_night, ladder
from notifications.vocabulary import Channel, Timing

logger = logging.getLogger(__name__)

BATCH: Final = 200
LOOK_AGAIN: Final = timedelta(hours=1)
"""After so long a seat is looked at again that could not be dealt with."""


def remind_due(limit: int = BATCH, *, now: datetime | None = None) -> int:
    """Send what is due for up to ``limit`` seats; return at how many it looked.

    Goes by the heartbeat: while nothing can be played, the clocks that run out are yet to move.
    """
    window = sweep_window(now)
    if window is None:
        return 0
    with transaction.atomic():
        due = Ladder.objects.filter(next_at__lte=window.until).order_by("next_at")
        rows = list(due.select_for_update(of=("self",), skip_locked=True)[:limit])
        if rows:
            _climb(rows, window.until)
    return len(rows)


@dataclass(slots=True)
class _Step:
    """What a look at a seat came to."""

    reminded: list[ToldRung] = field(default_factory=list)
    messages: list[tuple[Player, Channel, str]] = field(default_factory=list)
    forgotten: list[int] = field(default_factory=list)
    """The rows of rungs that may be climbed a second time."""
    next_at: datetime | None = None
    """When to look again; ``None`` where nothing is left to report."""


def _climb(rows: Sequence[Ladder], now: datetime) -> None:
    """Look at locked rows: write what is to be reported, and when to look again."""
    book = _Book.of([row.player_id for row in rows])
    steps = {row.pk: _look(book, row.player_id, now) for row in rows}
    if forgotten := [pk for step in steps.values() for pk in step.forgotten]:
        ToldRung.objects.filter(pk__in=forgotten).delete()
    ToldRung.objects.bulk_create(
        [reminded for step in steps.values() for reminded in step.reminded]
    )
    messages = [message for step in steps.values() for message in step.messages]
    if messages:
        Notification.objects.bulk_create(_notifications(messages, now), ignore_conflicts=True)
    for row in rows:
        row.next_at = steps[row.pk].next_at or row.next_at
    Ladder.objects.bulk_update([r for r in rows if steps[r.pk].next_at], ["next_at"])
    done = [row.pk for row in rows if steps[row.pk].next_at is None]
    Ladder.objects.filter(pk__in=done).delete()


def _look(book: _Book, seat_id: int, now: datetime) -> _Step:
    """Return what is to be done for one seat; what goes wrong with it holds up no other."""
    try:
        return _look_at(book, seat_id, now)
    except Exception:
        logger.exception("the player of seat %s could not be reminded", seat_id)
        return _Step(next_at=now + LOOK_AGAIN)


def _look_at(book: _Book, seat_id: int, now: datetime) -> _Step:
    seat = book.seats.get(seat_id)
    if seat is None or seat.deadline is None or seat.deadline <= now:
        return _Step()
    if seat.game.set_aside_at is not None:
        return _Step(next_at=now + LOOK_AGAIN)
    clock, wishes = _clock_of(seat), book.wishes.get(seat.user_id, _DEFAULT)
    zone, step, looks = zone_of(seat.user), _Step(), []
    known = book.reminded.get(seat.pk, {})
    for channel in Channel:
        if seat.user_id not in book.reachable[channel]:
            continue
        if wishes.way(channel, REMINDER) is Timing.OFF:
            continue
        left = []
        for due in ladder(clock, channel, wishes, zone):
            reminded = known.get((clock.began_at, due.rung.name, channel.value))
            if reminded is None:
                left.append(due)
            elif due.rung.name.startswith(RESERVE_BEGINS) and due.sent_at > now:
                # Given time has brought the time bank back: its end is ahead once more.
                step.forgotten.append(reminded)
                left.append(due)
        over = [due for due in left if due.sent_at <= now]
        looks += [due.sent_at for due in left if due.sent_at > now]
        if over:
            # Of several that have become due the last says all; the others are passed over.
            last = max(over, key=lambda due: due.rung.at)
            when = after_night(last.rung, now, wishes, zone, clock.pauses)
            if when is not None and when > now:
                looks.append(when)
                continue
            step.reminded += [_sent_rung(seat, clock, due, channel) for due in over]
            if when is not None:
                step.messages.append((seat, channel, last.rung.name))
    step.next_at = min(looks, default=None)
    return step


def _sent_rung(seat: Player, clock: Clock, due: Due, channel: Channel) -> ToldRung:
    return ToldRung(player=seat, clock_began_at=clock.began_at, rung=due.rung.name, channel=channel)


def _clock_of(seat: Player) -> Clock:
    """Return the time that runs for a seat to act."""
    game = seat.game
    assert seat.deadline is not None, "the game waits for this seat"
    until, pauses = seat.deadline, []
    if game.has_leave or game.has_rest:
        own = next(one for one in game.seats if one.side == seat.side)
        pauses = list(takewhile(lambda pause: pause[0] < until, pauses_of(game, own)))
    return Clock(
        began_at=game.clock_started_at,
        main_until=game.main_until or seat.deadline,
        deadline=seat.deadline,
        turn=timedelta(seconds=seconds_of(game)),
        pauses=pauses,
    )


def _notifications(
    messages: Sequence[tuple[Player, Channel, str]], now: datetime
) -> list[Notification]:
    """Return a row for each message, about the newest event of its game."""
    games = {seat.game_id for seat, _channel, _rung in messages}
    newest = GameEvent.objects.filter(game__in=games, number=F("game__last_event"))
    events = {event.game_id: event for event in newest}
    return [
        Notification(
            event=events[seat.game_id],
            user_id=seat.user_id,
            channel=channel,
            kind=REMINDER.name,
            rung=rung,
            due_at=now,
            created_at=now,
        )
        for seat, channel, rung in messages
        if seat.game_id in events
    ]


_DEFAULT: Final = NotificationPreferences()


@dataclass(frozen=True, slots=True)
class _Book:
    """What has to be known of a batch of seats, each fact by one query."""

    seats: Mapping[int, Player]
    wishes: Mapping[int, NotificationPreferences]
    reachable: Mapping[Channel, Collection[int]]
    reminded: Mapping[int, Mapping[tuple[datetime, str, str], int]]
    """The rungs that each seat was notified, with the clock that they belong to and the channel;
    and the key of the row that says so."""

    @classmethod
    def of(cls, seat_ids: Sequence[int]) -> _Book:
        """Return what concerns these seats; what was notified of clocks gone by is forgotten."""
        rows = Player.objects.filter(pk__in=seat_ids).select_related("game", "user").only(*_READ)
        seats = {seat.pk: seat for seat in rows}
        read_seats([one.game for one in rows if one.game.has_leave or one.game.has_rest])
        people = {seat.user_id for seat in seats.values()}
        reminded: dict[int, dict[tuple[datetime, str, str], int]] = {}
        old = []
        for one in ToldRung.objects.filter(player__in=seat_ids):
            seat = seats.get(one.player_id)
            if seat is None or seat.game.clock_started_at != one.clock_began_at:
                old.append(one.pk)
            known = reminded.setdefault(one.player_id, {})
            known[one.clock_began_at, one.rung, one.channel] = one.pk
        if old:
            ToldRung.objects.filter(pk__in=old).delete()
        return cls(
            seats=seats,
            wishes=preferences_of(people),
            reachable={channel: recipients.reachable(channel, people) for channel in Channel},
            reminded=reminded,
        )


_READ: Final = (
    "user__time_zone", "side", "deadline", "game__main_until", "game__clock_started_at",
    "game__turn_s", "game__days_per_turn", "game__set_aside_at", "game__has_leave",
    "game__has_rest",
)  # fmt: skip
