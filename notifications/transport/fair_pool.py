"""Slow work for many people in a few threads, without anyone getting all of them.

How long a request takes is up to anyone who answers it. Work waits here in the order in which it
came, but no one has more than a few requests under way: what is slow keeps its own waiting.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from notifications.transport.http_client import Answer


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one request, and after how many seconds."""

    result: Answer | Exception
    seconds: float


class NotTried(Exception):
    """The time was over before this was begun."""


@dataclass(frozen=True, slots=True)
class _Job:
    person: int
    work: Callable[[], Answer]
    done: Callable[[Outcome], None]


class FairPool:
    """Threads for requests. What is done with an answer runs in the thread that owns the pool,
    so that no other needs the database."""

    def __init__(self, threads: int, for_one: int, name: str) -> None:
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._threads, self._for_one = threads, for_one
        self._waiting: list[_Job] = []
        self._under_way: dict[Future[Outcome], _Job] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Give back what was not begun and wait for the rest."""
        for job in self._waiting:
            job.done(Outcome(NotTried("The time was over."), 0.0))
        self._waiting = []
        while self._under_way:
            self.go_on()
        self._executor.shutdown()

    def add(self, person: int, work: Callable[[], Answer], done: Callable[[Outcome], None]) -> None:
        """Have something done for someone, and its outcome looked at."""
        self._waiting.append(_Job(person, work, done))

    @property
    def is_idle(self) -> bool:
        """Whether nothing waits and nothing is under way."""
        return not self._waiting and not self._under_way

    @property
    def has_room(self) -> bool:
        """Whether more work could be begun immediately."""
        return not self._waiting and len(self._under_way) < self._threads

    def served(self) -> list[int]:
        """Return the people who have all that one may have."""
        counts = Counter(job.person for job in [*self._waiting, *self._under_way.values()])
        return [person for person, count in counts.items() if count >= self._for_one]

    def go_on(self, seconds: float = 0.25) -> None:
        """Begin what may be begun, and look at what has come for at most so long."""
        self._begin()
        done, _ = wait(self._under_way, timeout=seconds, return_when=FIRST_COMPLETED)
        for future in done:
            self._under_way.pop(future).done(future.result())
        self._begin()

    def _begin(self) -> None:
        counts = Counter(job.person for job in self._under_way.values())
        later: list[_Job] = []
        for job in self._waiting:
            is_full = len(self._under_way) >= self._threads
            if is_full or counts[job.person] >= self._for_one:
                later.append(job)
            else:
                counts[job.person] += 1
                self._under_way[self._executor.submit(_attempt, job.work)] = job
        self._waiting = later


def _attempt(work: Callable[[], Answer]) -> Outcome:
    began = time.monotonic()
    result: Answer | Exception
    try:
        result = work()
    except Exception as error:
        result = error
    return Outcome(result, time.monotonic() - began)
