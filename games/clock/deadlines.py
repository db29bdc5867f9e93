"""What happens to one game when its deadline passes, whoever notices first."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TypeVar

from django.db import transaction

from config.http.errors.refusals import Refusal
from games.clock.uptime import judged_until
from games.models import Game
from games.services.apply import Change, make_change, rules_of, write_change
from games.store.locking import lock_game

T = TypeVar("T")


class DeadlineStands(Exception):
    """The rules were told of a missed deadline, and the game would still be overdue.

    Acted on, it would be found overdue again at once: one missed turn would be counted again and
    again. So nothing of it is written.
    """


def enforce_deadline(game_id: str, now: datetime) -> bool:
    """Act on a deadline that has passed; return whether it had.

    A transaction of its own. Looks again under the lock, so it may run at the same time as a
    turn or as itself. Raises ``NotFound``.
    """
    with transaction.atomic():
        return judge_deadline(lock_game(game_id), now)


def judge_deadline(game: Game, now: datetime) -> bool:
    """Act on the deadline of a locked game if it has passed; return whether it had.

    A deadline that fell while nothing could be played has not passed: it will be moved.
    """
    if game.deadline is None or game.deadline > now or game.deadline > judged_until(now):
        return False
    write_change(time_out(game, now), now=now)
    return True


def time_out(game: Game, now: datetime) -> Change:
    """Return what the missed deadline of a locked game makes of it; nothing is written yet.

    What it means is a law: a loss, no result, or arrangements locked. It bears the time of the
    deadline. Whoever notices, a request or a sweep, comes through here. Raises
    ``DeadlineStands`` where the game goes on and its clock does not start anew.
    """
    rules = rules_of(game)
    step = rules.time_out(rules.load(game.state))
    change = make_change(game, rules, step, now=now, at=game.deadline)
    if game.deadline is not None and game.deadline <= now:
        raise DeadlineStands(f"{game.ruleset} leaves the deadline at {game.deadline.isoformat()}")
    return change


def with_locked_game(
    game_id: str,
    now: datetime,
    act: Callable[[Game], T],
    *,
    hold: Callable[[], object] = lambda: None,
) -> T:
    """Return what ``act`` returns for the locked game: the frame of every operation.

    ``hold`` takes the locks that come before that of the game.

    1. Lock the game and enforce a deadline that has passed.
    2. Let ``act`` look at the game as it then is.
    3. Where it refuses, commit what the deadline did before the refusal goes out. Without
       that, a refused late turn would bring the game back to life.
    """
    refusal = None
    with transaction.atomic():
        hold()
        game = lock_game(game_id)
        if not judge_deadline(game, now):
            return act(game)
        game.was_late = True
        try:
            with transaction.atomic():
                return act(game)
        except Refusal as error:
            refusal = error
    raise refusal
