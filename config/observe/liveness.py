"""A file that a living worker touches, so that whoever watches it need not ask the broker."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Any

from celery import bootsteps

SECONDS = 10.0


class Pulse(bootsteps.StartStopStep):
    """Touches ``PULSE_FILE`` when the worker has begun to take tasks, and every ten seconds; the
    file is gone while the worker has no broker."""

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def __init__(self, parent: Any, **options: Any) -> None:
        self.path = Path(os.environ["PULSE_FILE"]) if os.environ.get("PULSE_FILE") else None
        self.entry: Any = None

    def start(self, parent: Any) -> None:
        if self.path:
            self._beat()
            self.entry = parent.timer.call_repeatedly(SECONDS, self._beat)

    def _beat(self) -> None:
        # A full disk may refuse to make the file, and is no reason to stop working.
        if self.path:
            with contextlib.suppress(OSError):
                self.path.touch()

    def stop(self, parent: Any) -> None:
        if self.path:
            self.entry.cancel()
            self.path.unlink(missing_ok=True)
