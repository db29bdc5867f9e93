"""The rungs of a reminder ladder: when someone is notified that the time of a turn runs out.

Pure functions of moments and wishes; nothing here knows what was reported already.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta, tzinfo
from typing import Final, NamedTuple

from games.clock.working_time import Pause, joined, walk, worked_time
from notifications.preferences import NotificationPreferences
from notifications.vocabulary import RUNGS, Channel

SHARE_OF_TURN: Final = 0.6
"""A rung that is longer than this share of the turn would come when the turn has just begun."""
BEFORE_QUIET: Final = timedelta(minutes=15)
"""So long before quiet hours someone is notified what would fall into them."""
TO_PLAY: Final = timedelta(minutes=30)
"""So much time must be left after quiet hours for what is reported at their end."""
RESERVE_BEGINS: Final = "reserve"
RESERVE_RUNGS: Final = {
    "reserve-24h": timedelta(hours=24),
    "reserve-4h": timedelta(hours=4),
}
"""How long before the end of a time bank everyone is notified, no matter what else they have
chosen."""


class Clock(NamedTuple):
    """The time that runs for a seat."""

    began_at: datetime
    main_until: datetime
    """When the time of the turn is over and the time bank begins to run."""
    deadline: datetime
    turn: timedelta
    pauses: Sequence[Pause] = ()
    """When it is stopped, in order: vacations and rest days."""


class Rung(NamedTuple):
    """One reminder of a ladder."""

    name: str
    at: datetime
    """When it is due by the clock of the game."""
    until: datetime
    """The end of the time that it is about."""


class Due(NamedTuple):
    """A rung with the moment at which it suits its receiver."""

    rung: Rung
    sent_at: datetime


def ladder(
    clock: Clock, channel: Channel, wishes: NotificationPreferences, zone: tzinfo
) -> list[Due]:
    """Return the reminders of this turn by one channel, in the order in which they are notified."""
    due = []
    for rung in _rungs(clock, wishes.rungs_of(channel)):
        sent_at = _time_of(rung, clock, wishes, zone)
        if sent_at is not None:
            due.append(Due(rung, sent_at))
    return sorted(due, key=lambda one: (one.sent_at, one.rung.at))


def after_night(
    rung: Rung,
    now: datetime,
    wishes: NotificationPreferences,
    zone: tzinfo,
    pauses: Sequence[Pause] = (),
) -> datetime | None:
    """Return when a rung that is due ``now`` may be reported; ``None`` where it is better left out.

    It may have become due within quiet hours or on a rest day, because something moved the clock
    meanwhile.
    """
    free = _next_free(now, wishes, zone, pauses)
    if free + TO_PLAY <= rung.until:
        return free
    return now if wishes.wake_me or wishes.quiet_around(now, zone) is None else None


def _rungs(clock: Clock, chosen: Iterator[str] | tuple[str, ...]) -> Iterator[Rung]:
    for name in chosen:
        before = RUNGS[name]
        if before <= SHARE_OF_TURN * clock.turn:
            yield Rung(name, _left(clock, before, clock.main_until), clock.main_until)
    if clock.deadline > clock.main_until:
        begins = _end_of_pause(clock.main_until, clock.pauses) or clock.main_until
        yield Rung(RESERVE_BEGINS, begins, clock.deadline)
        for name, before in RESERVE_RUNGS.items():
            if (at := _left(clock, before, clock.deadline)) > clock.main_until:
                yield Rung(name, at, clock.deadline)


def _left(clock: Clock, before: timedelta, end: datetime) -> datetime:
    """Return when a clock has still so long to run until ``end``; never while it is stopped."""
    if not clock.pauses:
        return end - before
    length = worked_time(clock.began_at, end, clock.pauses) - before
    at = walk(clock.began_at, length, clock.pauses)
    return _end_of_pause(at, clock.pauses) or at


def _time_of(
    rung: Rung, clock: Clock, wishes: NotificationPreferences, zone: tzinfo
) -> datetime | None:
    """Return when to send a rung: at its time, or beside the quiet hours that this falls in."""
    quiet = wishes.quiet_around(rung.at, zone)
    if quiet is None:
        return rung.at
    before = quiet.begins_at - BEFORE_QUIET
    if before > clock.began_at and _end_of_pause(before, clock.pauses) is None:
        return before
    after = _next_free(rung.at, wishes, zone, clock.pauses)
    if after + TO_PLAY <= rung.until:
        return after
    if before > clock.began_at:
        return before  # On a rest day, for there is no other time.
    return rung.at if wishes.wake_me else None


def _next_free(
    moment: datetime, wishes: NotificationPreferences, zone: tzinfo, pauses: Sequence[Pause]
) -> datetime:
    """Return the first moment from this one on that is in no quiet hours and in no pause."""
    while True:
        free = wishes.after_quiet(moment, zone)
        free = _end_of_pause(free, pauses) or free
        if free == moment:
            return free
        moment = free


def _end_of_pause(moment: datetime, pauses: Sequence[Pause]) -> datetime | None:
    """Return when the pause ends that a moment falls in; ``None`` where a clock runs."""
    return next((end for begin, end in joined(pauses) if begin <= moment < end), None)
