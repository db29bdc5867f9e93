"""A file that a living worker touches, so that anyone who watches it need not ask the broker."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from celery import bootsteps
from celery.worker import state
from django.core.cache import cache

CLOCK_QUEUE: Final = "celery"
SECONDS = 10.0
SILENT_SECONDS: Final = 60.0
"""After so long without a sign something hangs."""
_KEPT_SECONDS: Final = 86_400


class Sign(StrEnum):
    """What shows by a sign of life that it works, whichever machine it runs on."""

    WORKER = "worker"
    """The worker of the first queue, which the clock depends on."""
    SWEEPS = "sweeps"
    REFEREE = "referee"
    BEAT = "beat"
    # The workers of the other queues, each by the name of its queue.
    PAIRING = "pairing"
    WEBHOOKS = "webhooks"
    PUSHES = "pushes"
    ROBOTS = "robots"
    ENGINE = "engine"


def give_sign(sign: Sign) -> None:
    """Note that this works now. Without Redis nothing is noted."""
    cache.set(f"sign-{sign}", time.time(), _KEPT_SECONDS)


def state_of_sign(sign: Sign) -> str:
    """Return ``ok``, or since when there was no sign."""
    return states_of_signs([sign])[sign]


def states_of_signs(signs: Sequence[Sign]) -> dict[Sign, str]:
    """Return of each ``ok``, or since when there was no sign."""
    return {sign: _in_words(age) for sign, age in age_of_signs(signs).items()}


def age_of_signs(signs: Sequence[Sign]) -> dict[Sign, timedelta | None]:
    """Return how old the last sign of each is; None where none was seen."""
    given = cache.get_many([f"sign-{sign}" for sign in signs])
    now = time.time()
    ages = {sign: given.get(f"sign-{sign}") for sign in signs}
    # Clocks of two machines may differ by a little.
    return {
        sign: None if at is None else timedelta(seconds=max(0.0, now - at))
        for sign, at in ages.items()
    }


def _in_words(age: timedelta | None) -> str:
    if age is None:
        return "not seen"
    seconds = age.total_seconds()
    return "ok" if seconds < SILENT_SECONDS else f"silent for {seconds:.0f} s"


def signs_of(queues: Iterable[str]) -> list[Sign]:
    """Return the signs that a worker of these queues gives."""
    names = {Sign.WORKER if queue == CLOCK_QUEUE else queue for queue in queues}
    return [sign for sign in Sign if sign in names]


class Beats:
    """Gives the sign of beat, which looks at its tasks several times a second."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._next = 0.0

    def __call__(self) -> None:
        now = self._clock()
        if now >= self._next:
            self._next = now + SECONDS
            give_sign(Sign.BEAT)


def touch_pulse() -> None:
    """Touch ``PULSE_FILE``, if anyone who started this process looks at one."""
    # A full disk may refuse to make the file, and is no reason to stop working.
    if path := os.environ.get("PULSE_FILE"):
        with contextlib.suppress(OSError):
            Path(path).touch()


def is_overdue(now: float) -> bool:
    """Return whether this worker does a task for longer than its time limit and a pulse more."""
    return any(
        request.time_start and now - request.time_start > _limit_of(request.task) + SECONDS
        for request in list(state.requests.values())
    )


def _limit_of(task: Any) -> float:
    return float(task.time_limit or task.app.conf.task_time_limit)


class Pulse(bootsteps.StartStopStep):
    """Touches ``PULSE_FILE`` when the worker has begun to take tasks, and every ten seconds; the
    file is gone while the worker has no broker.

    A thread that does a task can't be ended. Where one takes longer than it may, the worker gives
    no more signs, and is started again by what watches it.
    """

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def __init__(self, parent: Any, **options: Any) -> None:
        self.signs = signs_of(parent.app.amqp.queues.consume_from)
        self.path = Path(os.environ["PULSE_FILE"]) if os.environ.get("PULSE_FILE") else None
        self.entry: Any = None

    def start(self, parent: Any) -> None:
        self._beat()
        self.entry = parent.timer.call_repeatedly(SECONDS, self._beat)

    def _beat(self) -> None:
        if is_overdue(time.time()):
            return
        for sign in self.signs:
            give_sign(sign)
        # A full disk may refuse to make the file, and is no reason to stop working.
        if self.path:
            with contextlib.suppress(OSError):
                self.path.touch()

    def stop(self, parent: Any) -> None:
        if self.entry:
            self.entry.cancel()
        if self.path:
            self.path.unlink(missing_ok=True)
