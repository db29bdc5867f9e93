"""One open stream: read what is new, write it, wait."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Mapping
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest

from config.http.times import utc_ms
from games.clock.lag import number_of
from games.clock.live import shared_now
from games.store.drafts import Drafts
from games.store.outbox import EventType
from games.streams import frames, reading
from games.streams.frames import Line
from games.streams.negotiation import Beginning
from games.streams.topics import Topic

PAUSE_AFTER_FAILURE: Final = 1.0

MOST_MESSAGES: Final = 20
"""So many things that are in no log wait for a slow reader."""

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
        self.live = beginning.live
        self._drafts: dict[str, Mapping[str, Any]] = {}
        self._new_drafts: dict[str, Mapping[str, Any]] = {}
        self._messages: list[dict[str, Any]] = []
        self._paused_since: datetime | None = None
        self._is_sign_due = False
        self._sent = 0
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

    def see_drafts(self, drafts: Drafts) -> None:
        """Take note of how the others' formations stand, and say so where it is news."""
        for side in self.sides.get(self.live or "", {}).values():
            found = drafts.get(side)
            if found is not None and found != self._drafts.get(side):
                self._drafts[side] = self._new_drafts[side] = found
                self._signal.set()

    def see_pause(self, since: datetime | None) -> None:
        """Take note of since when the clocks have been paused, and say so where it is news."""
        if since != self._paused_since:
            self._paused_since, self._is_sign_due = since, True
            self._signal.set()

    def add(self, message: dict[str, Any]) -> None:
        """Pass on what is reported once and is in no log; of very much the newest."""
        self._messages = [*self._messages[1 - MOST_MESSAGES :], message]
        self._signal.set()

    def close(self, reason: str) -> None:
        """Make it end after what it is writing now."""
        self._ends_because = self._ends_because or reason
        self._signal.set()

    @property
    def is_ending(self) -> bool:
        """Whether it was asked to end; a full socket may hold it open for a while."""
        return self._ends_because is not None

    async def run(self) -> AsyncIterator[bytes]:
        """Yield the bytes of the answer until the log or the stream ends.

        1. The signal is cleared before the read: a hint that comes during it is not lost.
        2. A full batch is followed by the next immediately. Between two batches the server waits
           until the reader has taken the first, so a slow one costs one batch of memory.
        """
        yield frames.opening(self._form, self.number)
        if self.live is not None:
            yield self._sign_of_life()
        while self._ends_because is None:
            self._signal.clear()
            unsaid, self._unsaid = self._unsaid, {}
            for game_id, here in unsaid.items():
                yield frames.visitors(self._form, game_id, here, self._next())
            new, self._new_drafts = self._new_drafts, {}
            for side, draft in new.items():
                yield frames.draft(self._form, self.live or "", side, draft, self._next())
            if self._is_sign_due:
                yield self._sign_of_life()
            once, self._messages = self._messages, []
            for message in once:
                yield frames.beside(self._form, message, self._next())
            lines = await self._read()
            if lines:
                yield b"".join(frames.event(self._form, line, self._next()) for line in lines)
                self.number = lines[-1].number
                if lines[-1].type == EventType.GAME_FINISHED and self.follows_a_game:
                    self.close("game_over")
            if len(lines) < reading.BATCH:
                while not await self._is_signalled():
                    yield self._sign_of_life()
        yield frames.closing(self._form, self._ends_because)

    def _next(self) -> int | None:
        """Return the number of what a live stream says next: it says when that was sent."""
        if self.live is None:
            return None
        self._sent = max(self._sent + 1, time.time_ns() // 1_000_000)
        return number_of(self.live, self._sent)

    def _sign_of_life(self) -> bytes:
        sent = self._next()
        if sent is None:
            return frames.keep_alive(self._form)
        self._is_sign_due = False
        return frames.alive(self._form, sent, utc_ms(shared_now()), self._paused_since)

    @property
    def follows_a_game(self) -> bool:
        """Whether it is about one game, and not about a person."""
        return self.topic.log.startswith(("game:", "late:"))

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
        # A reader who plays live must soon know of a line that is lost.
        live = settings.STREAM_QUIET_LIVE_SECONDS
        try:
            async with asyncio.timeout(
                settings.STREAM_QUIET_SECONDS if self.live is None else live
            ):
                await self._signal.wait()
        except TimeoutError:
            return False
        return True
