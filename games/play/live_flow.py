"""What the clock makes of a live game: turns that run out, halves that end, staged turns.

All of it happens under the lock of the game, in the transaction that notices first: the
referee's, a request's, or the sweep's. The rules say what it means; the clock says when.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from random import SystemRandom
from typing import Any, Final, NamedTuple, TypeVar

from django.db import transaction

from config.http.errors.refusals import Refusal
from games.clock import live as live_clock
from games.clock.clocks import clock_of
from games.clock.times import DAY_S
from games.clock.uptime import LONGEST_LIVE_PAUSE, enforceable_until
from games.models import Game, HouseRobot, Player, Turn
from games.play.apply import apply_step
from games.play.seating import free_seats
from games.play.seeds import roll_of
from games.play.stage import take_staged
from games.rules import registry
from games.rules.contract import Phase, Side, Step, Timed
from games.rules.errors import RulesError

T = TypeVar("T")

MOST_STEPS: Final = 8
"""Steps that can follow one another at no time: staged turns of both, and half-time."""


class Awaited(NamedTuple):
    """For what a game waits: it has changed once another turn is due, or the same for others."""

    number: int
    sides: frozenset[Side]
    state: str

    @classmethod
    def of(cls, game: Game) -> Awaited:
        return cls(game.next_turn, game.summary.to_act, game.state)


def has_run_out(game: Game, now: datetime) -> bool:
    """Return whether what a live game waits for comes too late, the grace included.

    As by correspondence, nothing runs out while no one could play.
    """
    at = live_clock.by_shared_clock(now)
    return game.is_overdue(at) and game.is_overdue(enforceable_until(at, LONGEST_LIVE_PAUSE))


def act_in_live(
    game: Game, now: datetime, act: Callable[[Game, bool], T]
) -> tuple[T, None] | tuple[None, Refusal]:
    """Return what ``act`` returns for a locked live game, or its refusal.

    The refusal is returned and not raised where a clock had run out before it: what that made of
    the game is committed with the transaction, no matter what the late request gets.
    """
    if not run_out(game, now):
        before = Awaited.of(game)
        result = act(game, False)
        go_on(game, before, now)
        return result, None
    before = Awaited.of(game)
    try:
        with transaction.atomic():
            result = act(game, True)
            go_on(game, before, now)
            return result, None
    except Refusal as refusal:
        return None, refusal


def run_out(game: Game, now: datetime) -> bool:
    """Act on a clock of a locked live game that has run out; return whether it had.

    1. What the player has put together is played, if it is a legal turn (9.9).
    2. A house bot plays what comes to its mind immediately.
    3. Else the rules say what the turn, or the formation, comes to.
    4. All of it counts from the end of the time; what follows begins now.
    """
    if not game.is_active or not has_run_out(game, now):
        return False
    before = Awaited.of(game)
    ended = live_clock.turn_ended_at(game)
    if not (_play_staged(game, now, at=ended) or _play_for_robot(game, now, at=ended)):
        rules = game.rules
        assert isinstance(rules, Timed), "a live match is one of a game with laws for it"
        apply_step(game, rules, rules.run_out(rules.load(game.state)), now=now, at=ended)
    go_on(game, before, now)
    return True


def go_on(game: Game, before: Awaited, now: datetime) -> None:
    """Let everything follow that takes no time: the end of a half, and turns that were staged."""
    for _ in range(MOST_STEPS):
        # A game that was broken off continues by correspondence, and nothing of this is about it.
        if not clock_of(game).is_live or not game.is_active or Awaited.of(game) == before:
            return
        before = Awaited.of(game)
        if not _end_half(game, now):
            _play_staged(game, now)


def _end_half(game: Game, now: datetime) -> bool:
    """End the half if its time is over and nothing is left to finish (9.11, 9.12)."""
    rules = game.rules
    assert isinstance(rules, Timed), "a live match is one of a game with laws for it"
    if not live_clock.is_time_up(game):
        return False
    state = rules.load(game.state)
    if not rules.may_break(state):
        return False
    step = rules.time_up(state)
    if rules.outcome(step.state) is None:
        live_clock.renew_half(game)
    # The clock of the next turn, started a moment ago, costs the new half nothing.
    apply_step(game, rules, step, now=now, at=game.clock_started_at)
    return True


def _play_staged(game: Game, now: datetime, *, at: datetime | None = None) -> bool:
    """Play what the side to act has put together, if it is a legal turn; return whether it was."""
    summary = game.summary
    if summary.phase is not Phase.PLAYING:
        return False
    (side,) = summary.to_act
    staged = take_staged(game, side)
    if staged is None or not staged.actions:
        return False
    try:
        step = _played(game, side, staged.actions)
    except RulesError:
        return False  # It was put together for another position.
    if at is not None:
        # What was put together after the end of the time counts like a turn that came so late.
        live_clock.charge_overrun(game, side, staged.staged_at)
    apply_step(game, game.rules, step, now=now, at=at, by=Turn.By.PREMOVE)
    return True


def _play_for_robot(game: Game, now: datetime, *, at: datetime) -> bool:
    """Play for a house bot that has not come to its turn; return whether it played.

    It plays the first thing that comes to its mind: its machine was busy, and by that no one wins.
    """
    summary = game.summary
    mind = registry.robot(game.ruleset, game.rules_version)
    if summary.phase is not Phase.PLAYING or mind is None:
        return False
    (side,) = summary.to_act
    user_id = next(seat.user_id for seat in game.seats if seat.side == side)
    if not HouseRobot.objects.filter(user=user_id).exists():
        return False
    state = game.rules.load(game.state)
    actions = mind.choose_turn(state, mind.strengths[0], SystemRandom())
    apply_step(game, game.rules, _played(game, side, actions), now=now, at=at, by=Turn.By.ROBOT)
    return True


def _played(game: Game, side: Side, actions: Sequence[str]) -> Step[Any]:
    """Return the step of a turn; raises ``RulesError``."""
    rules = game.rules
    roll = partial(roll_of, game, game.rolls_drawn)
    return rules.play(rules.load(game.state), side, actions, roll=roll)


RESERVE_S: Final = 2 * DAY_S


def become_post(game: Game, now: datetime) -> None:
    """Switch a locked live game to correspondence; the time that ran costs nothing."""
    rules = game.rules
    assert isinstance(rules, Timed), "a live match is one of a game with laws for it"
    step = rules.by_post(rules.load(game.state))
    free_seats(game)
    terms = {"days_per_turn": 1, "turn_s": None, "reserve_s": RESERVE_S, "gain_s": 0}
    Game.objects.filter(pk=game.pk).update(**terms)
    Player.objects.filter(game=game).update(reserve_left=RESERVE_S)
    for name, value in terms.items():
        setattr(game, name, value)
    game.seats = tuple(seat._replace(reserve_left=RESERVE_S) for seat in game.seats)
    game.live = None
    # So much that no side is charged; the clock starts again with the step.
    game.deadline = game.main_until = now + timedelta(seconds=DAY_S + RESERVE_S)
    apply_step(game, rules, step, now=now)
