"""What happens to one game when its deadline passes: a request, a sweep or the referee notices.

``_COURSES`` has the two ways in which it continues: by correspondence, here; live, ``live_flow``.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping
from datetime import datetime
from typing import Any, Final, NamedTuple, TypeVar, cast

from django.conf import settings
from django.db import connection, transaction
from django.utils.translation import gettext as _

from config.features import Hook
from config.http.errors.refusals import Refusal
from games.clock.by_post import ByPost
from games.clock.clocks import kind_of
from games.clock.live import Live
from games.clock.times import ends_at
from games.clock.uptime import acts_until, enforceable_until
from games.models import Game
from games.play import live_flow
from games.play.apply import Change, build_change, write_change
from games.refusals import Conflict
from games.rules.contract import Timed
from games.store.locking import is_public_id, lock_game
from games.store.read import read_game
from games.store.write import Overtaken

logger = logging.getLogger(__name__)

T = TypeVar("T")


WAITING: Final[Hook[Callable[[Collection[str]], Mapping[str, datetime]]]] = Hook()
"""Since when something that arrived for these games waits to be judged; others are left out."""


def held(games: Collection[Game]) -> set[str]:
    """Return the games for which something that came before the deadline is yet to be judged."""
    since = [ask([game.pk for game in games]) for ask in WAITING] if games else []
    return {
        game.pk
        for game in games
        for arrived in since
        if game.deadline is not None and arrived.get(game.pk, game.deadline) < game.deadline
    }


class DeadlineStands(Exception):
    """The rules were given a missed deadline, and the game would still be overdue.

    Acted on, it would be found overdue again, and one missed turn would be counted again and
    again. So nothing of it is written.
    """


def enforce_deadline(game_id: str, now: datetime) -> bool:
    """Act on a deadline that has passed for long enough; return whether it had.

    A transaction of its own. Looks again under the lock, so it may run at the same time as a
    turn or as itself. Raises ``NotFound``.
    """
    with transaction.atomic():
        game = lock_game(game_id)
        return _COURSES[kind_of(game)].run_out(game, now)


def has_passed(game: Game, now: datetime) -> bool:
    """Return whether it is too late for what arrived ``now``.

    A deadline that fell while nothing could be played has not passed: it will be moved.
    """
    return game.is_overdue(now) and game.is_overdue(enforceable_until(now))


def time_out(game: Game, now: datetime) -> Change:
    """Return what the missed deadline of a locked game makes of it; nothing is written yet.

    What it means is a law: a loss, no result, arrangements locked, or the end that was agreed on.
    It has the time of the deadline. Raises ``DeadlineStands`` where the game continues and its
    clock does not start again.
    """
    rules = game.rules
    state = rules.load(game.state)
    if game.deadline is not None and game.deadline == ends_at(game):
        assert isinstance(rules, Timed), "only such games agree on an end"
        step = rules.time_up(state)
    else:
        step = rules.time_out(state)
    change = build_change(game, rules, step, now=now, at=game.deadline)
    if game.deadline is not None and game.deadline <= now:
        raise DeadlineStands(f"{game.ruleset} leaves the deadline at {game.deadline.isoformat()}")
    return change


def with_locked_game(
    game_id: str,
    now: datetime,
    act: Callable[[Game, bool], T],
    *,
    hold: Callable[[], object] = lambda: None,
) -> T:
    """Return what ``act`` returns for the locked game: the frame of every operation.

    ``hold`` takes the locks that come before that of the game.

    1. Lock the game and enforce a deadline that has passed.
    2. Let ``act`` look at the game as it then is, and at whether step 1 enforced a deadline.
    3. Where it refuses, commit what the deadline did before the refusal goes out. Without
       that, a refused late turn would bring the game back to life.
    """
    with transaction.atomic():
        hold()
        game = lock_game(game_id)
        result, refusal = _COURSES[kind_of(game)].act(game, now, act)
    if refusal is not None:
        raise refusal
    return cast(T, result)


def without_lock(game_id: str, now: datetime, act: Callable[[Game, bool], T]) -> T | None:
    """Return what ``act`` returns for a game that no one else changes meanwhile, else ``None``.

    Most operations meet no one else. They need no lock and no transaction: the game is read, and
    all that follows goes into one statement that holds only for the game as it was read
    (``write_game``). Whatever else comes up is left to ``with_locked_game``, and nothing was
    written: another has changed the game, the answer would be a refusal, more than one statement
    is needed, a deadline has passed, the game is live, or someone holds locks already.
    """
    if connection.in_atomic_block:
        return None
    game = read_game(game_id) if is_public_id(game_id) else None
    if game is None or kind_of(game) is not ByPost or game.is_overdue(now):
        return None
    try:
        return act(game, False)
    except (Overtaken, Refusal):
        return None


class _Course(NamedTuple):
    """What a deadline does to a locked game that has one of the two clocks."""

    run_out: Callable[[Game, datetime], bool]
    """Acts on a deadline that has passed for long enough; returns whether it had."""
    act: Callable[[Game, datetime, Callable[[Game, bool], Any]], tuple[Any, Refusal | None]]
    """Returns the result of an operation, or its refusal where the deadline's part is kept."""


def _run_out(game: Game, now: datetime) -> bool:
    if not game.is_overdue(acts_until(now)) or not has_passed(game, now) or held([game]):
        return False
    write_change(time_out(game, now), now=now)
    return True


def _act(
    game: Game, now: datetime, act: Callable[[Game, bool], T]
) -> tuple[T, None] | tuple[None, Refusal]:
    """Return what ``act`` returns for a locked game by correspondence, or its refusal.

    Soon after the deadline nothing at all is written: what arrived before it may still wait for a
    thread, the same turn sent a moment earlier among it.
    """
    if not has_passed(game, now):
        return act(game, False), None
    if held([game]):
        raise _not_yet()
    is_final = game.is_overdue(acts_until(now))
    try:
        write_change(time_out(game, now), now=now)
    except DeadlineStands as error:
        raise _stopped(game.pk) from error  # and nothing is written
    if not is_final:
        act(game, True)
        raise _not_yet()  # and everything is undone
    try:
        with transaction.atomic():
            return act(game, True), None
    except Refusal as refusal:
        return None, refusal


_COURSES: Final[Mapping[type[ByPost | Live], _Course]] = {
    ByPost: _Course(_run_out, _act),
    Live: _Course(live_flow.run_out, live_flow.act_in_live),
}


def _stopped(game_id: str) -> Conflict:
    """Return the answer in a game whose rules leave it overdue, until the operator has looked."""
    logger.exception("the deadline of game %s stands", game_id)
    return Conflict(
        _("The clock of this game is stopped. We're looking into it."), code="wrong_phase"
    )


def _not_yet() -> Refusal:
    """Return the answer to what would be right if nothing came any more from before a deadline."""
    seconds = str(settings.DEADLINE_GRACE_SECONDS)
    return Refusal(
        "busy",
        _("A deadline has just passed. Nothing was changed. Try again in a moment."),
        headers={"Retry-After": seconds},
    )
