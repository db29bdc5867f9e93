"""The clock of a game by correspondence: time for a turn, then a time bank; it works in days.

What a player has is walked over their vacations and rest days; ``games.clock.working_time`` says
how.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from heapq import merge
from math import ceil
from typing import ClassVar, Final

from games.clock.times import REMIND_AFTER, ends_at, pauses_of, seconds_of
from games.clock.uptime import acts_until
from games.clock.working_time import Pause, walk, worked_time
from games.models import Game, Outage
from games.models.querysets import Seat

LAPSES_AFTER: Final = timedelta(days=14)
"""How long a challenge can be answered."""


@dataclass(frozen=True, slots=True)
class ByPost:
    """The clock of one game by correspondence."""

    game: Game
    pace: ClassVar[str] = "post"
    is_live: ClassVar[bool] = False
    lapses_after: ClassVar[timedelta] = LAPSES_AFTER
    takes_plans: ClassVar[bool] = True
    passes_turns: ClassVar[bool] = False
    is_seen_late: ClassVar[bool] = False

    @staticmethod
    def late_from(now: datetime) -> datetime:
        """Return the latest deadline on which a reader may act: the grace comes after it."""
        return acts_until(now)

    @staticmethod
    def outlasts(length: timedelta) -> bool:
        """Return that a game by correspondence continues after any outage."""
        return True

    def at(self, now: datetime) -> datetime:
        """Return when something happened that arrived ``now``."""
        return now

    def start(self, awaited: Collection[str], now: datetime) -> None:
        """Give the sides to act their full time from ``now``.

        First runs the time of the turn, then the time bank; a formation never takes from it. There
        is one deadline: where several have to act it is the latest of theirs.
        """
        game = self.game
        game.clock_started_at, game.given_s = now, 0
        turn, seats = timedelta(seconds=seconds_of(game)), _awaited(game.seats, awaited)
        game.main_until = _latest(game, seats, now, turn)
        game.deadline = _latest(game, seats, now, turn + _reserve(game, seats))
        game.remind_at = _latest(game, seats, now, turn * REMIND_AFTER)
        _stop_at_end(game)

    def show(self) -> None:
        """Continue: what is shown takes nothing of a day."""

    def move(
        self, at: datetime, until: datetime, seats: Sequence[Seat], *, gift: timedelta = timedelta()
    ) -> None:
        """Let what was left at ``at`` run on from ``until``, with these seats from now on."""
        game = self.game
        before = [seat for seat in game.seats if seat.is_awaited]
        after = [seat for seat in seats if seat.is_awaited]
        if len(after) > 1 and any(_is_own(game, seat) for seat in (*before, *after)):
            _restart_each(game, after, at, until)
        else:
            _restart_one(game, before, after, at, until, gift)
        _stop_at_end(game)
        game.seats = tuple(seats)

    def settle(self, side: str, at: datetime, *, has_played: bool, is_prepared: bool) -> int:
        """Take from a side's time bank what it used until ``at``; return its seconds of work.

        What is left until the deadline is its, no matter what moved the deadline since the clock
        started: so nothing has to be known of what was given back. What was prepared costs its
        player nothing, however long the service needed to play it.
        """
        seats = self.game.seats
        took = self._settle(side, at, has_played=has_played)
        if is_prepared:
            self.game.seats = seats
            self._settle(side, self.game.clock_started_at, has_played=True)
        return took

    def _settle(self, side: str, at: datetime, *, has_played: bool) -> int:
        game = self.game
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
        if game.deadline == ends_at(game):
            # It was nearer than the time that was to be had.
            return int(
                worked_time(game.clock_started_at, at, pauses_of(game, seat)).total_seconds()
            )
        return max(whole - remaining, 0)

    def stop(self) -> None:
        """Take the deadline and its reminder away: the game is over."""
        self.game.deadline = self.game.main_until = self.game.remind_at = None


def _stop_at_end(game: Game) -> None:
    """Let no deadline be later than the end that was agreed on."""
    if (end := ends_at(game)) is not None:
        assert game.deadline is not None, "a clock runs in a game that goes on"
        game.deadline = min(game.deadline, end)
        game.main_until = min(game.main_until or end, end)


def _is_own(game: Game, seat: Seat) -> bool:
    """Return whether the clock of a seat may be paused while that of another runs."""
    return bool((game.has_leave and seat.away) or (game.has_rest and seat.rest))


def _awaited(seats: Sequence[Seat], awaited: Collection[str]) -> list[Seat]:
    return [seat for seat in seats if seat.side in awaited]


def _reserve(game: Game, seats: Sequence[Seat]) -> timedelta:
    """Return the time bank that follows the turn of these; a formation never takes from it."""
    if not game.reserve_s or game.status != game.Status.PLAYING:
        return timedelta()
    return timedelta(seconds=max(seat.reserve_left for seat in seats))


def _latest(game: Game, seats: Sequence[Seat], start: datetime, length: timedelta) -> datetime:
    """Return when the last of these has used up its time; an earlier end is not shown."""
    return max(walk(start, length, pauses_of(game, seat)) for seat in seats)


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
    """Restart a clock that several share, each with their own vacations and rest days.

    The common deadline doesn't say what the others had left. So each seat's time is counted again
    from the start of the clock, without the outages that were given back since.
    """
    stood = sorted([(at, until), *_given_back(game)])
    turn = timedelta(seconds=seconds_of(game) + game.given_s)

    def ends(length: timedelta) -> datetime:
        start = game.clock_started_at
        return max(walk(start, length, merge(pauses_of(game, seat), stood)) for seat in seats)

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
