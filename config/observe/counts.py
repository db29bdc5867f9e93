"""Counts of all processes together: tasks done, emails sent, log-ins.

Each process keeps what it counts until ``flush`` adds it to one hash in Redis, so every web process
shows the same. Without Redis it waits in the process. Without its data the counts begin again, as
Prometheus expects of a counter.
"""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Collection, Iterator
from typing import Final

from django.core.cache import cache

from config.features import Hook
from config.observe.metrics import Figure

_KEY: Final = "counts"
_lock = threading.Lock()
_waiting: Counter[str] = Counter()


class Count:
    """Something that is counted, by the values of its labels."""

    def __init__(
        self, name: str, help_: str, *labels: str, known: Collection[str] | None = None
    ) -> None:
        """``known`` are the values of a single label: they are shown as 0 from the start."""
        self.name, self.help, self.labels = name, help_, labels
        self.begins = [[]] if not labels else [[value] for value in known or ()]

    def add(self, *values: str, by: float = 1) -> None:
        """Count once more; ``flush`` writes it down."""
        assert len(values) == len(self.labels), f"{self.name} has the labels {self.labels}"
        with _lock:
            _waiting[json.dumps([self.name, *values])] += by  # type: ignore[assignment]


COUNTS: Final[Hook[Count]] = Hook()
"""What each app counts."""

TASKS: Final = Count("tasks", "Tasks of workers, by how they ended.", "task", "outcome")
TASK_SECONDS: Final = Count("task_seconds", "Seconds that tasks took.", "task")


def flush() -> None:
    """Add what this process has counted to what all have."""
    with _lock:
        counted = dict(_waiting)
        _waiting.clear()
    if counted and not cache.add_up(_KEY, counted):  # type: ignore[attr-defined]
        with _lock:
            _waiting.update(counted)  # type: ignore[arg-type]


def figures() -> Iterator[Figure]:
    """Yield what all processes have counted."""
    flush()
    found: dict[str, float] = cache.read_sums(_KEY)  # type: ignore[attr-defined]
    for count in COUNTS:
        sums = {json.dumps([count.name, *values]): 0.0 for values in count.begins}
        sums |= {field: value for field, value in found.items() if _name_in(field) == count.name}
        for field, value in sorted(sums.items()):
            labels = dict(zip(count.labels, json.loads(field)[1:], strict=False))
            yield Figure(count.name, count.help, value, labels, is_counter=True)


def _name_in(field: str) -> str:
    return str(json.loads(field)[0])
