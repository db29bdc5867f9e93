"""The clock of a live game: kept by the server alone, in whole milliseconds of the epoch.

It is in ``Game.live`` beside the terms and is written with every change of the game. A clock that
runs is a moment from which it counts down and a moment at which its time is over; nothing ticks.
All moments are those of the database's clock, which every process shares.

- In *halves* one clock belongs to the game, and each turn has one of its own (9.7 to 9.16).
- On a *Fischer* clock each side has its own time, and a turn that was played adds to it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, ClassVar, Final

from django.utils import timezone

from games.clock.lag import lag_ms
from games.models.running_clock import (
    FIRST,
    FORMATION,
    MATCH,
    OVER,
    TURN,
    RunningClock,
    moment,
    ms_of,
)
from games.rules.contract import FISCHER
from games.store.uptime import read_uptime

if TYPE_CHECKING:
    from games.models import Challenge, Game
    from games.models.querysets import Seat

FIRST_MS: Final = 30_000
"""For a first turn; when they are over the game is aborted (9.15)."""
SHOWN_MS: Final = 3_000
"""So long a shot, a goal or half-time is shown: the clocks are stopped, and neither side pays."""
AFTER_PAUSE: Final = timedelta(seconds=10)
"""What is added once clocks that were paused for an outage run again: people have to come back."""

LAPSES_AFTER: Final = timedelta(minutes=2)
"""How long a challenge can be answered: who wants to play now does not wait for longer."""
LONGEST_BREAK: Final = timedelta(minutes=1)
"""After a longer outage the players are not expected to be at the board any more."""

BASE_GRACE_MS: Final = 250
MOST_LAG_MS: Final = 1_000
"""A turn may come so much later than its time allows: the network's own time, and a little more."""
QUOTA_GAIN_MS: Final = 500
MOST_QUOTA_MS: Final = 3_000
"""What the network took is made good for each side up to a quota, which grows with its turns. It is
never more in a whole game: lying about the network gains no more than this."""


def terms_of(agreed: Game | Challenge) -> Mapping[str, Any] | None:
    """Return the terms of the clock of a live game, or of a challenge to one; ``None`` by
    correspondence."""
    live = agreed.live
    return None if live is None else live.get("terms", live)


@dataclass(frozen=True, slots=True)
class Live:
    """The clock of one live game."""

    game: Game
    pace: ClassVar[str] = "live"
    is_live: ClassVar[bool] = True
    lapses_after: ClassVar[timedelta] = LAPSES_AFTER
    takes_plans: ClassVar[bool] = False
    passes_turns: ClassVar[bool] = True
    is_seen_late: ClassVar[bool] = True

    @staticmethod
    def late_from(now: datetime) -> datetime:
        """Return the latest deadline on which a reader may act: the grace is part of it."""
        return now

    @staticmethod
    def outlasts(length: timedelta) -> bool:
        """Return whether the players are still expected at the board after so long an outage."""
        return length <= LONGEST_BREAK

    def at(self, now: datetime) -> datetime:
        """Return when something happened that arrived ``now``, by the database's clock."""
        return by_shared_clock(now)

    def start(self, awaited: Collection[str], now: datetime) -> None:
        """Let the time of the sides to act run from ``now``.

        The deadline is a grace after the end of it: for the slowest network among the sides to act.
        """
        game, now = self.game, by_shared_clock(now)
        clock = running(game)
        terms, begins = clock.terms, ms_of(now)
        if game.status == game.Status.FORMATION:
            phase, length = FORMATION, terms["formation"] * 1000
        elif _is_first(game):
            phase, length = FIRST, FIRST_MS
        elif terms["clock"] == FISCHER:
            (side,) = awaited
            phase, length = TURN, clock.left[side]
        else:
            phase, length = TURN, terms["turn"] * 1000
        grace = max(grace_ms(game, side) for side in awaited)
        _keep(game, replace(clock, phase=phase, begins=begins, ends=begins + length))
        game.clock_started_at, game.given_s = now, 0
        game.deadline = moment(begins + length + grace)
        game.main_until, game.remind_at = game.deadline, None

    def show(self) -> None:
        """Let the clock that was just started stand until what has happened was shown."""
        _move(self.game, SHOWN_MS)

    def move(
        self, at: datetime, until: datetime, seats: Sequence[Seat], *, gift: timedelta = timedelta()
    ) -> None:
        """Move on what runs by the time in which nothing could be played; nothing else moves it."""
        shift(self.game, until - at)

    def settle(self, side: str, at: datetime, *, has_played: bool, is_prepared: bool) -> int:
        """Charge what the side to act has used until ``at``; return it in whole seconds.

        ``at`` is when a turn arrived. No side pays for more than the whole of a turn's time, nor
        for what is played while the clocks are paused or before lost time was given back. A turn
        that was put together ahead is charged as any other.
        """
        game, at = self.game, self._ran_until(at)
        arrived = ms_of(at)
        clock = _overrun_charged(running(game), side, arrived)
        begins, ends = _run(clock)
        used = min(max(0, arrived - begins), ends - begins)
        quota, left, granted = dict(clock.quota), dict(clock.left), dict(clock.granted)
        if clock.phase in (FIRST, TURN) and MATCH in left:
            left[MATCH] = max(0, left[MATCH] - used)
        elif clock.phase == TURN:
            made_good = min(lag_of(game, side), quota[side], used) if has_played else 0
            quota[side] -= made_good
            left[side] = max(0, left[side] - used + made_good)
            if has_played:
                left[side] += clock.terms["increment"] * 1000
        if has_played:
            gain = min(QUOTA_GAIN_MS, MOST_QUOTA_MS - granted[side])
            granted[side] += gain
            quota[side] += gain
        _keep(game, replace(clock, left=left, quota=quota, granted=granted))
        return used // 1000

    def _ran_until(self, at: datetime) -> datetime:
        """Return until when the clock ran that someone stops at ``at``."""
        since = read_uptime().lost_since
        return at if since is None else min(at, max(since, self.game.clock_started_at))

    def stop(self) -> None:
        """Pause every clock: the game is over."""
        self.game.deadline = self.game.main_until = self.game.remind_at = None
        _keep(self.game, replace(running(self.game), phase=OVER, begins=None, ends=None))


def charge_overrun(game: Game, side: str, at: datetime) -> None:
    """Take from the quota of a side by how much something of it came after the end of its time.

    ``at`` is when it arrived.
    """
    _keep(game, _overrun_charged(running(game), side, ms_of(at)))


def _overrun_charged(clock: RunningClock, side: str, arrived: int) -> RunningClock:
    """What came after the end of its time came within the grace, which the network is given."""
    _begins, ends = _run(clock)
    overrun = max(0, arrived - ends - BASE_GRACE_MS)
    return replace(clock, quota={**clock.quota, side: max(0, clock.quota[side] - overrun)})


def shift(game: Game, length: timedelta) -> None:
    """Move on what runs by the length of an outage, and by what people need to come back."""
    _move(game, round((length + AFTER_PAUSE).total_seconds() * 1000))


def _move(game: Game, by: int) -> None:
    clock = running(game)
    begins, ends = _run(clock)
    _keep(game, replace(clock, begins=begins + by, ends=ends + by))
    assert game.deadline is not None, "a clock runs in a match that goes on"
    game.deadline += timedelta(milliseconds=by)
    game.main_until = game.deadline


def is_time_up(game: Game) -> bool:
    """Return whether the time of a half is over; the turn going on is finished (9.11)."""
    return running(game).left.get(MATCH) == 0


def renew_half(game: Game) -> None:
    """Give the match the time of another half."""
    clock = running(game)
    _keep(game, replace(clock, left={**clock.left, MATCH: clock.terms["half"] * 1000}))


def turn_ended_at(game: Game) -> datetime:
    """Return the end of the time that runs, to which nothing of the grace belongs."""
    return moment(_run(running(game))[1])


def grace_ms(game: Game, side: str) -> int:
    """Return how much later than its time allows something of this side may come."""
    return BASE_GRACE_MS + min(lag_of(game, side), MOST_LAG_MS, running(game).quota[side])


def lag_of(game: Game, side: str) -> int:
    """Return how long something takes to this side and back, as far as it is known."""
    user_id = next(seat.user_id for seat in game.seats if seat.side == side)
    return lag_ms(game.pk, user_id)


def past_clock(clock: RunningClock, description: Mapping[str, Any]) -> RunningClock:
    """Return the clock of a game as an event reported it, for spectators who see it late."""
    begins = description["runs_from"]
    ends = description["turn_ends_at"] or description["formation_ends_at"]
    return replace(
        clock,
        phase=description["phase"],
        left=description["clock_ms"],
        begins=begins and ms_of(datetime.fromisoformat(begins)),
        ends=ends and ms_of(datetime.fromisoformat(ends)),
    )


def running(game: Game) -> RunningClock:
    """Return the clock of a live game."""
    assert game.live is not None, "only a live match has this clock"
    return RunningClock.read(game.live)


def _keep(game: Game, clock: RunningClock) -> None:
    game.live = clock.to_json()


def _run(clock: RunningClock) -> tuple[int, int]:
    """Return when the time that runs began and when it is over."""
    assert clock.begins is not None, "a clock runs in a match that goes on"
    assert clock.ends is not None, "a clock runs in a match that goes on"
    return clock.begins, clock.ends


def _is_first(game: Game) -> bool:
    """Return whether the turn that is due is a side's first, for which the game still waits."""
    left = running(game).left
    turns = 1 if MATCH in left else len(left)
    return game.next_turn <= turns


# --- the database's clock


MOST_AHEAD: Final = timedelta(milliseconds=BASE_GRACE_MS)
"""By more than this no answer is late: then the clock of the database was set."""


class _Shared:
    """What this process knows of the clock that all share."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: tuple[datetime, float] | None = None

    def note(self, clock: datetime) -> None:
        """Note what the clock of the database says at this moment."""
        with self._lock:
            noted = time.monotonic()
            if self._known is not None:
                # An answer that took longer says less than is known: time does not run backwards.
                ahead = self._known[0] + timedelta(seconds=noted - self._known[1])
                clock = ahead if clock < ahead < clock + MOST_AHEAD else clock
            self._known = clock, noted

    def offset(self) -> timedelta:
        """Return by how much it is ahead of this machine's, which may have been put back."""
        with self._lock:
            known = self._known
        if known is None:
            return timedelta()
        clock, noted = known
        return clock + timedelta(seconds=time.monotonic() - noted) - timezone.now()


_shared = _Shared()


def note_clock(clock: datetime) -> None:
    """Note what the clock of the database says at this moment."""
    _shared.note(clock)


def shared_now() -> datetime:
    """Return the time by the clock of the database, as last heard of: no statement is needed."""
    return by_shared_clock(timezone.now())


def by_shared_clock(now: datetime) -> datetime:
    """Return a moment of this machine's clock, taken a moment ago, by that of the database."""
    return now + _shared.offset()
