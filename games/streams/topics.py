"""One log that streams of this process follow."""

from __future__ import annotations

import asyncio
from contextvars import Context
from typing import TYPE_CHECKING

from games.streams import reading
from games.streams.frames import Line

if TYPE_CHECKING:
    from games.streams.stream import Stream


class Topic:
    """A log, its followers, and the reads that are under way.

    ``version`` grows with every hint. A read that was begun before a hint may not hold what the
    hint is about, so only streams that know the same version share a read.
    """

    def __init__(self, log: str) -> None:
        self.log = log
        self.version = 0
        self.newest = 0
        """The highest number seen in the database."""
        self.streams: set[Stream] = set()
        self._reads: dict[tuple[int, int], asyncio.Task[list[Line]]] = {}

    def wake(self) -> None:
        """Make every stream read again."""
        self.version += 1
        for stream in self.streams:
            stream.wake()

    async def read(self, after: int) -> list[Line]:
        """Return the lines after ``after``, from one query for all who ask the same."""
        key = (after, self.version)
        task = self._reads.get(key)
        if task is None:
            work = reading.in_thread(reading.read_lines, self.log, after)
            task = asyncio.get_running_loop().create_task(work, context=Context())
            self._reads[key] = task
            task.add_done_callback(lambda done: self._reads.pop(key, None))
        # Shielded: one reader who hangs up must not take the read away from the others.
        lines = await asyncio.shield(task)
        if lines:
            self.newest = max(self.newest, lines[-1].number)
        return lines
