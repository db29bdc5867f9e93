"""How long a player has; the sweep and the services find out when it is over."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from heapq import merge
from math import ceil
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from accounts.rest_days import chosen, rests, weekdays_between
from games.clock.working_time import Pause, bounded, joined
from games.rules.contract import UNTIL

if TYPE_CHECKING:
    from games.models import Challenge, Game
    from games.models.querysets import Seat

REMIND_AFTER = 0.8
"""The share of the time after which a player is reminded."""


DAY_S = 86_400
SHORTEST_TURN_S = 5
"""Below this even a program on the same machine would be too late now and then."""
TURNS_S = (43_200, DAY_S, 2 * DAY_S, 3 * DAY_S, 5 * DAY_S, 7 * DAY_S, 14 * DAY_S)
"""The times for a turn that people agree on."""
LONGEST_TURN_S = TURNS_S[-1]
LONGEST_RESERVE_S = 14 * DAY_S
LARGEST_GAIN_S = DAY_S
MOST_PAUSED = timedelta(days=21)
"""Vacation in one turn: beyond it the clock runs, regardless of vacations."""


class HasOptions(Protocol):
    """A game, a challenge or their terms."""

    @property
    def options(self) -> Mapping[str, Any]: ...


def ends_at(agreed: HasOptions) -> datetime | None:
    """Return when a game ends no matter how it stands then, if that was agreed on."""
    until = agreed.options.get(UNTIL)
    return None if until is None else datetime.fromisoformat(until)


class TurnTime(NamedTuple):
    """The time for a turn as it is stored."""

    days_per_turn: int
    """What clients read that know of days alone: rounded up."""
    turn_s: int | None
    """Seconds, where these are no whole days."""


def turn_time(seconds: int) -> TurnTime:
    """Return how so many seconds for a turn are stored."""
    return TurnTime(ceil(seconds / DAY_S), seconds if seconds % DAY_S else None)


def seconds_of(agreed: Game | Challenge) -> int:
    """Return how many seconds a turn may take."""
    return agreed.turn_s or agreed.days_per_turn * DAY_S


def pauses_of(game: Game, seat: Seat) -> Iterable[Pause]:
    """Return when a seat's clock is stopped in the turn that runs, in order, to be read once.

    That is its vacations, up to a bound, and its rest days as they were chosen before the clock
    started: a change moves no deadline that runs.
    """
    vacations, resting = _vacations_of(game, seat), _rests_of(game, seat)
    return merge(vacations, resting) if resting else vacations


def _rests_of(game: Game, seat: Seat) -> Iterable[Pause]:
    if not game.has_rest or not seat.rest or seat.is_bot:
        return ()
    return rests(seat.rest, game.clock_started_at)


def _vacations_of(game: Game, seat: Seat) -> list[Pause]:
    if not game.has_leave or not seat.away:
        return []
    moments = [datetime.fromtimestamp(second, UTC) for second in seat.away]
    leaves = zip(moments[::2], moments[1::2], strict=True)
    return bounded(game.clock_started_at, leaves, MOST_PAUSED)


def away_until(game: Game, seat: Seat, now: datetime) -> datetime | None:
    """Return until when a seat's player is on vacation, or ``None`` where they are not."""
    return _end_of(_vacations_of(game, seat), now)


def rests_until(game: Game, seat: Seat, now: datetime) -> datetime | None:
    """Return until when a seat's player rests, or ``None`` where they don't rest now."""
    return _end_of(_rests_of(game, seat), now)


def rest_days_of(game: Game, seat: Seat, now: datetime) -> tuple[int, ...]:
    """Return the weekdays on which a seat's player rests, from 0 for Monday: those of this week."""
    if not game.has_rest or not game.is_active or not seat.rest or seat.is_bot:
        return ()
    return chosen(seat.rest, now).days


def rest_days_ahead(game: Game, seat: Seat, now: datetime) -> tuple[int, ...]:
    """Return the weekdays on which a seat's clock rests before the deadline, from 0 for Monday."""
    if game.deadline is None or not game.has_rest or not seat.rest or seat.is_bot:
        return ()
    return weekdays_between(seat.rest, game.clock_started_at, now, game.deadline)


def _end_of(pauses: Iterable[Pause], now: datetime) -> datetime | None:
    begin, end = next((one for one in joined(pauses) if one[1] > now), (None, None))
    return end if begin is not None and begin <= now else None


def reserve_of(game: Game) -> timedelta:
    """Return how much of the time bank the clock that runs now may still take."""
    if game.deadline is None or game.main_until is None:
        return timedelta()
    return game.deadline - game.main_until
