"""Time-outs of tests by the machine's load: loaded with ``-p tests.patience``.

A test that waits for a processor isn't stuck. While more programs want to run than there are
cores, a second counts for as much as each of them gets of it.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from typing import Any, Final

import pytest
from pytest_timeout import timeout_sigalrm

LOOK: Final = 10.0
"""Seconds between two looks at the load."""
LEAST_SHARE: Final = 0.1
"""However busy the machine is, a second counts for this much: what hangs ends at last."""


def share(load: float, cores: int) -> float:
    """Return how much of a second each program gets."""
    return max(min(1.0, cores / max(load, 1e-9)), LEAST_SHARE)


class Patience:
    """How long a test may still take."""

    def __init__(self, seconds: float) -> None:
        self.left = seconds

    def until_next_look(self) -> float:
        return min(LOOK, max(self.left, 1.0))

    def pass_by(self, seconds: float, load: float, cores: int) -> bool:
        """Count seconds that have passed; return whether there's time left."""
        self.left -= seconds * share(load, cores)
        return self.left > 0


def stretched(seconds: float) -> float:
    """Return how long something may take now that takes so long on a quiet machine at most."""
    return seconds / share(os.getloadavg()[0], os.cpu_count() or 1)


def until(holds: Callable[[], Any], pause: Callable[[float], object] = time.sleep) -> Any:
    """Wait until a condition holds and return what it gives; the time-out of the test ends it."""
    while not (held := holds()):
        pause(0.01)
    return held


@pytest.hookimpl(tryfirst=True)
def pytest_timeout_set_timer(item: Any, settings: Any) -> bool | None:
    """Count by the load, where the timer is a signal."""
    if settings.method != "signal" or threading.current_thread() is not threading.main_thread():
        return None
    patience = Patience(settings.timeout)
    waited = patience.until_next_look()

    def look(_number: int, _frame: Any) -> None:
        nonlocal waited
        if patience.pass_by(waited, os.getloadavg()[0], os.cpu_count() or 1):
            waited = patience.until_next_look()
            signal.setitimer(signal.ITIMER_REAL, waited)
        else:
            timeout_sigalrm(item, settings)

    def cancel() -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)

    item.cancel_timeout = cancel
    signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, waited)
    return True
