"""How long a player has; the sweep and the services find out when it is over."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from games.clock import live as live
from games.clock.working_time import Pause, bounded, walk, worked_time
from games.models.clock import Outage

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
"""Leave in one turn: beyond it the clock runs, whatever leaves there are."""


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


def pauses_of(game: Game, seat: Seat) -> list[Pause]:
    """Return when a seat's clock stands still in the turn that runs: its leaves, up to a bound."""
    if not game.has_leave or not seat.away:
        return []
    moments = [datetime.fromtimestamp(second, UTC) for second in seat.away]
    leaves = zip(moments[::2], moments[1::2], strict=True)
    return bounded(game.clock_started_at, leaves, MOST_PAUSED)


def paused_until(game: Game, seat: Seat, now: datetime) -> datetime | None:
    """Return until when a seat's clock stands still, or ``None`` where it may run now."""
    pauses = pauses_of(game, seat)
    return next((end for begin, end in pauses if begin <= now < end), None)


def start_clock(game: Game, awaited: Collection[str], now: datetime) -> None:
    """Give the awaited sides their full time from ``now``; the caller saves the game.

    First runs the time of the turn, then the reserve; a formation never takes from it. There is
    one deadline: where several are awaited it is the latest of theirs. A live match has a clock of
    its own.
    """
    if game.live is not None:
        live.start(game, awaited, live.by_shared_clock(now))
        return
    game.clock_started_at, game.given_s = now, 0
    turn, seats = timedelta(seconds=seconds_of(game)), _awaited(game.seats, awaited)
    game.main_until = _latest(game, seats, now, turn)
    game.deadline = _latest(game, seats, now, turn + _reserve(game, seats))
    game.remind_at = _latest(game, seats, now, turn * REMIND_AFTER)


def _awaited(seats: Sequence[Seat], awaited: Collection[str]) -> list[Seat]:
    return [seat for seat in seats if seat.side in awaited]


def _reserve(game: Game, seats: Sequence[Seat]) -> timedelta:
    """Return the time bank that follows the turn of these; a formation never takes from it."""
    if not game.reserve_s or game.status != game.Status.PLAYING:
        return timedelta()
    return timedelta(seconds=max(seat.reserve_left for seat in seats))


def _latest(game: Game, seats: Sequence[Seat], start: datetime, length: timedelta) -> datetime:
    """Return when the last of these has used up its time; nobody is told of an earlier end."""
    return max(walk(start, length, pauses_of(game, seat)) for seat in seats)


def restart_clock(
    game: Game,
    at: datetime,
    until: datetime,
    seats: Sequence[Seat],
    *,
    gift: timedelta = timedelta(),
) -> None:
    """Let what was left at ``at`` run on from ``until``, with ``seats`` as they are from now on.

    For time in which the clock stood; and for leaves that begin or end otherwise than was thought
    and for a ``gift`` of time: then both moments are now. The caller saves the game.
    """
    if game.live is not None:
        live.shift(game, until - at)
        return
    before = [seat for seat in game.seats if seat.is_awaited]
    after = [seat for seat in seats if seat.is_awaited]
    if len(after) > 1 and game.has_leave and any(seat.away for seat in (*before, *after)):
        _restart_each(game, after, at, until)
    else:
        _restart_one(game, before, after, at, until, gift)
    game.seats = tuple(seats)


def _restart_one(
    game: Game,
    before: Sequence[Seat],
    after: Sequence[Seat],
    at: datetime,
    until: datetime,
    gift: timedelta,
) -> None:
    """Restart the clock of a single seat, or one that is the same for all."""

    def left_until(moment: datetime) -> timedelta:
        return min(worked_time(at, moment, pauses_of(game, seat)) for seat in before)

    def moved(moment: datetime) -> datetime:
        if moment <= at:
            return moment
        end = _latest(game, after, until, left_until(moment) + gift)
        # An end that falls into a vacation, which a formation of two may leave to one of them,
        # comes no earlier by what is given.
        return end if at == until and not gift else max(end, moment)

    assert game.deadline is not None, "a clock runs in a game that goes on"
    # A gift comes before the time bank: it may end its use, and bring the turn's own time back.
    refilled = left_until(game.deadline) + gift - _reserve(game, before)
    was_in_reserve = game.main_until is not None and game.main_until <= at
    game.deadline = moved(game.deadline)
    if gift and was_in_reserve and refilled > timedelta():
        game.main_until = game.remind_at = _latest(game, after, until, refilled)
        return
    game.main_until = moved(game.main_until) if game.main_until else None
    if game.remind_at is not None and game.remind_at <= at:
        game.remind_at += until - at  # Due before, and not given yet.
    elif game.remind_at is not None:
        game.remind_at = moved(game.remind_at)


def _restart_each(game: Game, seats: Sequence[Seat], at: datetime, until: datetime) -> None:
    """Restart a clock that several share, each with their own vacations.

    The common deadline doesn't say what the others had left. So each seat's time is counted again
    from the start of the clock, without the outages that were given back since.
    """
    stood = [(at, until), *_given_back(game)]
    turn = timedelta(seconds=seconds_of(game) + game.given_s)

    def ends(length: timedelta) -> datetime:
        start = game.clock_started_at
        return max(walk(start, length, [*pauses_of(game, seat), *stood]) for seat in seats)

    game.main_until, game.deadline = ends(turn), ends(turn + _reserve(game, seats))
    if game.remind_at is not None and game.remind_at <= at:
        game.remind_at += until - at  # Due before, and not given yet.
    elif game.remind_at is not None:
        game.remind_at = ends(turn * REMIND_AFTER)


def _given_back(game: Game) -> list[Pause]:
    """Return the outages by which the clock that runs now was moved already."""
    if game.outage_given_back is None:
        return []
    outages = Outage.objects.filter(
        pk__lte=game.outage_given_back, ended_at__gt=game.clock_started_at
    )
    return [(one.started_at, one.ended_at) for one in outages if one.ended_at is not None]


def settle_clock(game: Game, side: str, at: datetime, *, has_played: bool) -> int:
    """Take from a side's reserve what it used until ``at``; return how long it worked, in seconds.

    What is left until the deadline is its, whatever moved the deadline since the clock started:
    so nobody has to know what was given back. The caller saves the game with its seats.
    """
    if game.live is not None:
        return live.settle(game, side, at, has_played=has_played)
    assert game.deadline is not None, "a clock runs in a game that goes on"
    seat = next(seat for seat in game.seats if seat.side == side)
    remaining = ceil(worked_time(at, game.deadline, pauses_of(game, seat)).total_seconds())
    whole = seconds_of(game) + seat.reserve_left + game.given_s
    if game.reserve_s:
        left = min(seat.reserve_left, remaining)
        if has_played:
            left = min(game.reserve_s, left + game.gain_s)
        game.seats = tuple(
            one._replace(reserve_left=left) if one == seat else one for one in game.seats
        )
    return max(whole - remaining, 0)


def reserve_of(game: Game) -> timedelta:
    """Return how much of the reserve the clock that runs now may still take."""
    if game.deadline is None or game.main_until is None:
        return timedelta()
    return game.deadline - game.main_until


def stop_clock(game: Game) -> None:
    """Take the deadline and its reminder away; the caller saves the game."""
    game.deadline = game.main_until = None
    game.remind_at = None
    if game.live is not None:
        live.stop(game)
