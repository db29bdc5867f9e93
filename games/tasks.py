"""What happens to games by the clock alone: a task calls a sweep."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

from celery import shared_task
from celery.app.task import Task
from django.utils import timezone

from games.models import Sweep
from games.play import leaves, outages, robots, sweeps

logger = logging.getLogger(__name__)

_SECONDS: Final = 25.0
"""How long one task runs; well below its time limit."""
_ROBOTS_SECONDS: Final = 2.0
"""How long the bots play before anything else their worker has to do gets its turn."""
_HELPERS: Final = 3
"""How many more tasks are called when one batch is not enough: one for each idle worker."""
_KEPT: Final = timedelta(days=90)


@shared_task
def close_overdue_games(helpers: int = _HELPERS) -> int:
    """Act on missed deadlines until none is left; return how many there were."""
    return _until_done(sweeps.close_overdue, close_overdue_games, helpers)


@shared_task
def send_reminders(helpers: int = _HELPERS) -> int:
    """Remind players whose time runs out; return in how many games."""
    return _until_done(sweeps.send_reminders, send_reminders, helpers)


@shared_task
def announce_leaves() -> int:
    """Notify others of vacations that have begun or ended; return of how many."""
    return leaves.announce_due(timezone.now())


@shared_task
def lapse_challenges() -> int:
    """Close challenges that no one answered in time; return how many."""
    return sweeps.lapse_old_challenges()


@shared_task
def give_time_back() -> int:
    """Continue with giving lost time back where the process that began was stopped."""
    return outages.give_back(_SECONDS)


@shared_task
def let_robots_play() -> int:
    """Answer challenges and offers of draws for the house bots, and play; return how often."""
    answered = robots.accept_waiting_challenges(timezone.now())
    answered += robots.answer_draw_offers(timezone.now())
    return answered + robots.play_waiting_games(_ROBOTS_SECONDS)


@shared_task
def let_slow_robots_play() -> int:
    """Play for the house bots that think for longer; return how often."""
    return robots.play_waiting_games(_ROBOTS_SECONDS, slow=True)


@shared_task
def forget_old_sweeps() -> int:
    """Return how many rows about sweeps of long ago were deleted."""
    return Sweep.objects.filter(ended_at__lt=timezone.now() - _KEPT).delete()[0]


def _until_done(sweep: Callable[[], int], task: Task[Any, Any], helpers: int) -> int:
    until = time.monotonic() + _SECONDS
    total = 0
    while (found := sweep()) and time.monotonic() < until:
        total += found
        if helpers and found >= sweeps.BATCH:
            # There is more than a batch: let another worker share it, which may call the next.
            _call(task, helpers - 1)
            helpers = 0
    return total + found


def _call(task: Task[Any, Any], helpers: int) -> None:
    try:
        task.apply_async([helpers], retry=False, expires=_SECONDS)
    except Exception as error:
        logger.warning("no other worker could be called to %s: %s", task.name, error)
