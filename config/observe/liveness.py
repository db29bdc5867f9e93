"""A file that a living worker touches, so that anyone who watches it need not ask the broker."""

from __future__ import annotations

import contextlib
import os
import time
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
    SWEEPS = "sweeps"
    REFEREE = "referee"


def give_sign(sign: Sign) -> None:
    """Note that this works now. Without Redis nothing is noted."""
    cache.set(f"sign-{sign}", time.time(), _KEPT_SECONDS)


def tell_sign(sign: Sign) -> str:
    """Return ``ok``, or since when there was no sign."""
    given_at = cache.get(f"sign-{sign}")
    if given_at is None:
        return "not seen"
    # Clocks of two machines may differ by a little.
    age = max(0.0, time.time() - given_at)
    return "ok" if age < SILENT_SECONDS else f"silent for {age:.0f} s"


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
    no more signs, and whatever watches it starts it again.
    """

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def __init__(self, parent: Any, **options: Any) -> None:
        # Only the worker that the clock depends on is asked after by the web processes.
        self.keeps_the_clock = CLOCK_QUEUE in parent.app.amqp.queues.consume_from
        self.path = Path(os.environ["PULSE_FILE"]) if os.environ.get("PULSE_FILE") else None
        self.entry: Any = None

    def start(self, parent: Any) -> None:
        self._beat()
        self.entry = parent.timer.call_repeatedly(SECONDS, self._beat)

    def _beat(self) -> None:
        if is_overdue(time.time()):
            return
        if self.keeps_the_clock:
            give_sign(Sign.WORKER)
        # A full disk may refuse to make the file, and is no reason to stop working.
        if self.path:
            with contextlib.suppress(OSError):
                self.path.touch()

    def stop(self, parent: Any) -> None:
        if self.entry:
            self.entry.cancel()
        if self.path:
            self.path.unlink(missing_ok=True)
