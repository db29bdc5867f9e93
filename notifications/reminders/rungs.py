"""The rungs of a reminder ladder: when someone is notified that the time of a turn runs out.

Pure functions of moments and wishes; nothing here knows what was reported already.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta, tzinfo
from typing import Final, NamedTuple

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
        sent_at = _time_of(rung, clock.began_at, wishes, zone)
        if sent_at is not None:
            due.append(Due(rung, sent_at))
    return sorted(due, key=lambda one: (one.sent_at, one.rung.at))


def after_night(
    rung: Rung, now: datetime, wishes: NotificationPreferences, zone: tzinfo
) -> datetime | None:
    """Return when a rung that is due ``now`` may be reported; ``None`` where it is better left out.

    It may have become due within quiet hours, because something moved the clock meanwhile.
    """
    quiet = wishes.quiet_around(now, zone)
    if quiet is None:
        return now
    if quiet.ends_at + TO_PLAY <= rung.until:
        return quiet.ends_at
    return now if wishes.wake_me else None


def _rungs(clock: Clock, chosen: Iterator[str] | tuple[str, ...]) -> Iterator[Rung]:
    for name in chosen:
        before = RUNGS[name]
        if before <= SHARE_OF_TURN * clock.turn:
            yield Rung(name, clock.main_until - before, clock.main_until)
    if clock.deadline > clock.main_until:
        yield Rung(RESERVE_BEGINS, clock.main_until, clock.deadline)
        for name, before in RESERVE_RUNGS.items():
            if clock.deadline - before > clock.main_until:
                yield Rung(name, clock.deadline - before, clock.deadline)


def _time_of(
    rung: Rung, began_at: datetime, wishes: NotificationPreferences, zone: tzinfo
) -> datetime | None:
    """Return when to send a rung: at its time, or beside the quiet hours that this falls in."""
    quiet = wishes.quiet_around(rung.at, zone)
    if quiet is None:
        return rung.at
    before = quiet.begins_at - BEFORE_QUIET
    if before > began_at:
        return before
    if quiet.ends_at + TO_PLAY <= rung.until:
        return quiet.ends_at
    return rung.at if wishes.wake_me else None
