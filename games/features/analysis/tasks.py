"""What happens to analyses in a worker."""

from __future__ import annotations

import time
from typing import Final

from celery import shared_task
from django.utils import timezone

from config.backends.task_signal import TaskTrigger
from games.features.analysis import making
from games.play import robots


class Rest:
    """The rest that a process takes after it has computed: as long as it took.

    The bots' turns wait in the same queue for two seconds at most before they are called again. One
    message for analyses behind the other would let them wait without end.
    """

    def __init__(self) -> None:
        self._until = 0.0

    def is_over(self, at: float) -> bool:
        """Return whether it may compute again."""
        return at >= self._until

    def begin(self, begun: float, ended: float) -> None:
        """Rest from the end of what it computed."""
        self._until = ended + (ended - begun)


_REST: Final = Rest()

_robots: Final = TaskTrigger("games.tasks.let_slow_robots_play")


@shared_task(name="games.analysis.tasks.analyse")
def analyse() -> int:
    """Compute for two seconds at most, then give way; return how many analyses were completed.

    A bot that waits to play in the same queue waits for the end of one turn's analysis: then it is
    called, and not only by the clock.
    """
    begun = time.monotonic()
    if not _REST.is_over(begun):
        return 0
    done = making.analyse(timezone.now(), must_stop=robots.has_slow_turn)
    _REST.begin(begun, time.monotonic())
    if robots.has_slow_turn():
        _robots.trigger()
    return done


@shared_task(name="games.analysis.tasks.expect_overlooked")
def expect_overlooked() -> None:
    """Let games wait that ended lately and have no row."""
    making.expect_overlooked(timezone.now())
