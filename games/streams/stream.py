"""One open stream: read what is new, write it, wait."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from typing import Final

from django.db import DatabaseError
from django.http import HttpRequest

from games.events import EventType
from games.streams import frames, reading
from games.streams.frames import Line
from games.streams.negotiation import Beginning
from games.streams.topics import Topic

KEEP_ALIVE: Final = 15.0
PAUSE_AFTER_FAILURE: Final = 1.0

logger = logging.getLogger(__name__)


class Stream:
    """A reader of one log. Nothing is kept for it but the number of the last event it has."""

    def __init__(self, beginning: Beginning, topic: Topic, request: HttpRequest) -> None:
        self.topic = topic
        self.request = request
        self.owner = beginning.owner
        self.is_authenticated = beginning.is_authenticated
        self.number = beginning.number
        self._form = beginning.form
        self.visits = beginning.visits
        self.sides = beginning.sides
        self._here: dict[str, list[str]] = {}
        self._unsaid: dict[str, list[str]] = {}
        self._signal = asyncio.Event()
        self._ends_because: str | None = None

    def wake(self) -> None:
        """Make it look for new events."""
        self._signal.set()

    def see(self, there: Mapping[str, Mapping[int, bool]]) -> None:
        """Take note of who is at the games of the reader, and say so where it is news."""
        for game_id in self.sides.keys() & there.keys():
            seats = self.sides[game_id].items()
            here = [side for user, side in seats if there[game_id].get(user)]
            if self._here.get(game_id) != here:
                self._here[game_id] = self._unsaid[game_id] = here
                self._signal.set()

    def close(self, reason: str) -> None:
        """Make it end after what it is writing now."""
        self._ends_because = self._ends_because or reason
        self._signal.set()

    async def run(self) -> AsyncIterator[bytes]:
        """Yield the bytes of the answer until the log or the stream ends.

        1. The signal is cleared before the read: a hint that comes during it is not lost.
        2. A full batch is followed by the next at once. Between two batches the server waits
           until the reader has taken the first, so a slow one costs one batch of memory.
        """
        yield frames.opening(self._form, self.number)
        while self._ends_because is None:
            self._signal.clear()
            unsaid, self._unsaid = self._unsaid, {}
            for game_id, here in unsaid.items():
                yield frames.visitors(self._form, game_id, here)
            lines = await self._read()
            if lines:
                yield b"".join(frames.event(self._form, line) for line in lines)
                self.number = lines[-1].number
                if lines[-1].type == EventType.GAME_FINISHED and self._follows_a_game:
                    self.close("game_over")
            if len(lines) < reading.BATCH:
                while not await self._is_signalled():
                    yield frames.keep_alive(self._form)
        yield frames.closing(self._form, self._ends_because)

    @property
    def _follows_a_game(self) -> bool:
        return self.topic.log.startswith("game:")

    async def _read(self) -> list[Line]:
        try:
            return await self.topic.read(self.number)
        except DatabaseError:
            # The reader loses nothing by waiting; the database may be back in a moment.
            logger.warning("%s could not be read, trying again", self.topic.log, exc_info=True)
            await asyncio.sleep(PAUSE_AFTER_FAILURE)
            self.wake()
            return []

    async def _is_signalled(self) -> bool:
        """Return True when there is something to do, False when it is time for a sign of life."""
        try:
            async with asyncio.timeout(KEEP_ALIVE):
                await self._signal.wait()
        except TimeoutError:
            return False
        return True
