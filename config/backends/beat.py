"""Beat, steady when the wall clock is put back."""

from __future__ import annotations

import contextlib
import logging
import os
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from celery.beat import PersistentScheduler

from config import features
from config.features import Hook

logger = logging.getLogger(__name__)

ROUND: Final[Hook[Callable[[], None]]] = Hook()
"""Done after each round of beat, which is at least once a second."""
_TOLERANCE: Final = timedelta(seconds=1)


class SteadyScheduler(PersistentScheduler):
    """Celery's scheduler, except for tasks whose last run is in the future.

    Celery would wait until the clock has come there again, and so would the sweeps: for hours
    if the clock was wrong by hours. Such work is done again one interval from now.
    """

    def setup_schedule(self) -> None:
        """Read the tasks that features add, besides those of Celery's own settings."""
        self.app.conf.beat_schedule.update(features.schedule())
        super().setup_schedule()

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Send what is due and return in how many seconds to look again.

        Anyone who watches over beat looks at ``PULSE_FILE``, which each round touches.
        """
        self._leave_the_future()
        pause: float = super().tick(*args, **kwargs)
        for act in ROUND:
            act()
        if path := os.environ.get("PULSE_FILE"):
            with contextlib.suppress(OSError):
                Path(path).touch()
        return pause

    def _leave_the_future(self) -> None:
        ahead = [entry for entry in self.schedule.values() if _is_ahead(entry)]
        for entry in ahead:
            entry.last_run_at = entry.default_now()
        if ahead:
            logger.warning("the clock was put back: %s tasks are timed anew", len(ahead))
            # The order of what comes next was reckoned by the clock as it was.
            self._heap = None


def _is_ahead(entry: Any) -> bool:
    return entry.last_run_at is not None and entry.last_run_at > entry.default_now() + _TOLERANCE
