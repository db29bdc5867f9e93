"""What the streams of one process share. It lives while there are any."""

from __future__ import annotations

import asyncio
import logging
import signal
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable
from contextvars import Context
from types import FrameType
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest
from redis import RedisError
from redis.asyncio import Redis
from redis.asyncio.client import PubSub

from config.observe import metrics
from games.play.outages import paused_since
from games.store import drafts
from games.store.wakeups import CHANNEL, HIDDEN, late_log_of
from games.streams import access, presence, reading
from games.streams.broadcast import read_hint
from games.streams.negotiation import Beginning
from games.streams.stream import Stream
from games.streams.topics import Topic

MOST_OF_ONE: Final = 20
"""So many of one person. The oldest gives way: it may belong to a phone that left the network
without a word."""
MOST_OF_ADDRESS: Final = 200
"""So many of one address of those who are not logged in: a whole club may watch a game."""

MOST_CHECKED: Final = 50
SILENCE: Final = 10.0
"""After so many seconds without a message Redis must answer a ping."""
LONGEST_BACKOFF: Final = 5.0

logger = logging.getLogger(__name__)


class Hub:
    """One subscription, one poll and one look at the tokens for all streams."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.streams: dict[Stream, None] = {}
        self._topics: dict[str, Topic] = {}
        self._of_owner: dict[str, dict[Stream, None]] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._errands: set[asyncio.Task[Any]] = set()
        self._former_handlers: dict[int, Any] = {}
        self._drafted: set[str] = set()
        self._drafting: set[str] = set()

    async def follow(self, beginning: Beginning, request: HttpRequest) -> AsyncIterator[bytes]:
        """Yield the bytes of a stream, which counts as open from the first to the last of them."""
        stream = self._join(beginning, request)
        try:
            if stream.visits:
                self._spawn(self._arrive(stream))
            async for chunk in stream.run():
                yield chunk
        finally:
            self._leave(stream)
            for visit in stream.visits:
                # Anyone who hangs up waits for nothing, and what they wait in may be gone.
                self._spawn(reading.in_thread(presence.leave, visit))

    async def _arrive(self, stream: Stream) -> None:
        for visit in stream.visits:
            await reading.in_thread(presence.arrive, visit)
        if stream not in self.streams:
            for visit in stream.visits:
                await reading.in_thread(presence.leave, visit)
        await self._look(stream.sides)
        if stream.live is not None:
            self._note_draft(stream.live)
            await self._look_at_pause()

    async def _look(self, game_ids: Iterable[str]) -> None:
        """Notify the streams at these games who else is there."""
        ids = set(game_ids)
        there = await reading.in_thread(presence.who_is_at, ids)
        for stream in list(self.streams):
            if not ids.isdisjoint(stream.sides):
                stream.see(there)

    async def _look_at_pause(self) -> None:
        """Notify those who play live since when the clocks have been paused, if they are."""
        live = [stream for stream in self.streams if stream.live is not None]
        if live:
            since = await reading.in_thread(paused_since)
            for stream in live:
                stream.see_pause(since)

    def _note_draft(self, game_id: str) -> None:
        """Notify those who play this game live how the formations stand, soon."""
        self._drafted.add(game_id)
        if game_id not in self._drafting:
            self._drafting.add(game_id)
            self._spawn(self._send_drafts(game_id))

    async def _send_drafts(self, game_id: str) -> None:
        """Look at a game now and then as often as its hints continue, with a gap between."""
        try:
            while game_id in self._drafted:
                self._drafted.discard(game_id)
                there = await reading.in_thread(drafts.read_drafts, [game_id])
                for stream in list(self.streams):
                    if stream.live == game_id:
                        stream.see_drafts(there.get(game_id, {}))
                await asyncio.sleep(drafts.GAP)
        finally:
            self._drafting.discard(game_id)
            self._drafted.discard(game_id)

    async def _renew_visits(self) -> None:
        """Let those who are there be there still; look who has gone without a word."""
        visits = [visit for stream in self.streams for visit in stream.visits]
        if visits:
            await reading.in_thread(presence.renew, visits)
            await self._look({visit.game_id for visit in visits})

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        task = self.loop.create_task(work, context=Context())
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)

    def close_all(self, reason: str) -> None:
        """End every stream after what it is writing now."""
        for stream in list(self.streams):
            stream.close(reason)

    def has_room_for(self, beginning: Beginning) -> bool:
        """Return whether another stream may open for its owner.

        Those that were asked to end may take long, so they count too, up to twice the bound.
        """
        return len(self._of_owner.get(beginning.owner, ())) < 2 * _most_of(beginning)

    def _join(self, beginning: Beginning, request: HttpRequest) -> Stream:
        topic = self._topics.setdefault(beginning.log, Topic(beginning.log))
        topic.newest = max(topic.newest, beginning.newest)
        stream = Stream(beginning, topic, request)
        topic.streams.add(stream)
        self.streams[stream] = None
        metrics.streams_open.inc()
        mine = self._of_owner.setdefault(stream.owner, {})
        mine[stream] = None
        most = _most_of(beginning)
        staying = [one for one in mine if not one.is_ending]
        if len(mine) > 2 * most:
            stream.close("too_many_streams")
        elif len(staying) > most:
            staying[0].close("too_many_streams")
        if not self._tasks:
            self._start()
        return stream

    def _leave(self, stream: Stream) -> None:
        self.streams.pop(stream, None)
        metrics.streams_open.dec()
        mine = self._of_owner[stream.owner]
        mine.pop(stream, None)
        if not mine:
            del self._of_owner[stream.owner]
        stream.topic.streams.discard(stream)
        if not stream.topic.streams:
            self._topics.pop(stream.topic.log, None)
        if not self.streams:
            self._stop()

    def _start(self) -> None:
        for work in (
            self._listen,
            lambda: _repeat(settings.STREAM_POLL_SECONDS, self._poll),
            lambda: _repeat(settings.STREAM_ACCESS_SECONDS, self._check_access),
            lambda: _repeat(presence.RENEWED, self._renew_visits),
        ):
            # In a context of their own: they outlive the request that happened to be the first.
            self._tasks.append(self.loop.create_task(work(), context=Context()))
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGTERM, signal.SIGINT):
                self._former_handlers[number] = signal.signal(number, self._stop_at_signal)

    def _stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        self._tasks.clear()
        for number, former in self._former_handlers.items():
            # Not if the server has put its own back by now.
            if signal.getsignal(number) == self._stop_at_signal:
                signal.signal(number, former)
        self._former_handlers.clear()

    def _stop_at_signal(self, number: int, frame: FrameType | None) -> None:
        """End the streams when the server is asked to stop: it would wait for them to end."""
        self.loop.call_soon_threadsafe(self.close_all, "server_stopping")
        former = self._former_handlers.get(number)
        if callable(former):
            former(number, frame)
        elif former == signal.SIG_DFL:
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)

    def _wake(self, hints: list[str]) -> None:
        """Wake the topics whose logs have grown, and pass on what is in no log."""
        visited = set()
        for hint in hints:
            if late := self._topics.get(late_log_of(hint) or ""):
                late.wake()
            if hint == HIDDEN:
                self._spawn(self._check_shown())
            elif topic := self._topics.get(hint):
                topic.wake()
            elif game_id := presence.game_of_hint(hint):
                visited.add(game_id)
            else:
                self._pass_on(hint)
        at = {game_id for stream in self.streams for game_id in stream.sides} if visited else set()
        if visited & at:
            self._spawn(self._look(visited & at))

    def _pass_on(self, hint: str) -> None:
        """Notify those who follow a game live of a formation in the making, or of a record."""
        if drafted := drafts.game_of_hint(hint):
            if any(stream.live == drafted for stream in self.streams):
                self._note_draft(drafted)
        elif read := read_hint(hint):
            game_id, record = read
            for stream in self.streams:
                if stream.live == game_id:
                    stream.add(record)

    async def _listen(self) -> None:
        """Hear the hints of other processes; subscribe again whenever Redis was away."""
        backoff = 0.5
        while not _is_cancelled():
            try:
                async with (
                    Redis.from_url(settings.REDIS_URL, socket_connect_timeout=2) as client,
                    client.pubsub() as pubsub,
                ):
                    await pubsub.subscribe(CHANNEL)
                    async for logs in _hints(pubsub):
                        backoff = 0.5
                        self._wake(list(self._topics) if logs is None else logs)
            except (RedisError, OSError, TimeoutError) as error:
                logger.warning("streams hear nothing from Redis and poll: %s", error)
            await asyncio.sleep(backoff)
            backoff = min(2 * backoff, LONGEST_BACKOFF)

    async def _poll(self) -> None:
        """Wake what has grown without a hint; look whether the clocks are paused."""
        await self._look_at_pause()
        newest = await reading.in_thread(reading.newest_numbers, list(self._topics))
        for log, number in newest.items():
            topic = self._topics.get(log)
            if topic is not None and number > topic.newest:
                topic.newest = number
                topic.wake()

    async def _check_access(self) -> None:
        """End the streams whose token or session has come to its end."""
        by_proof: dict[tuple[str, str], list[Stream]] = {}
        for stream in self.streams:
            if stream.is_authenticated:
                by_proof.setdefault(access.proof_of(stream.request), []).append(stream)
        groups = list(by_proof.values())
        for start in range(0, len(groups), MOST_CHECKED):
            some = groups[start : start + MOST_CHECKED]
            requests = [streams[0].request for streams in some]
            verdicts = await reading.in_thread(access.are_still_good, requests)
            for streams, is_good in zip(some, verdicts, strict=True):
                for stream in [] if is_good else streams:
                    stream.close("access_ended")
        await self._check_shown()

    async def _check_shown(self) -> None:
        """End the streams that follow a game which family mode hides by now."""
        following = [stream for stream in self.streams if stream.follows_a_game]
        if following:
            for stream in await reading.in_thread(access.no_longer_shown, following):
                stream.close("access_ended")


def _most_of(beginning: Beginning) -> int:
    return MOST_OF_ONE if beginning.is_authenticated else MOST_OF_ADDRESS


def _is_cancelled() -> bool:
    """Return whether the task that runs was cancelled.

    redis-py 8.1 loses a cancellation now and then while it connects. A task that does not look for
    it itself would keep its subscription, and hear every hint, until the process ends.
    """
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


async def _hints(pubsub: PubSub) -> AsyncIterator[list[str] | None]:
    """Yield the logs that have grown; None for "any may have", just after subscribing."""
    is_silent = False
    while not _is_cancelled():
        message = await pubsub.get_message(timeout=SILENCE)
        if message is None:
            if is_silent:
                raise TimeoutError("no answer to a ping")
            is_silent = True
            await pubsub.ping()
            continue
        is_silent = False
        if message["type"] == "subscribe":
            yield None
        elif message["type"] == "message":
            yield message["data"].decode("ascii", "replace").split()


async def _repeat(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
    while True:
        await asyncio.sleep(seconds)
        try:
            await work()
        except Exception:
            logger.exception("the streams' %s failed and is tried again", work.__name__)


_hub: Hub | None = None


def current_hub() -> Hub:
    """Return the hub of the running event loop."""
    global _hub
    if _hub is None or _hub.loop is not asyncio.get_running_loop():
        _hub = Hub()
    return _hub


def current_streams() -> list[Stream]:
    """Return the streams that this process holds open."""
    return [] if _hub is None else list(_hub.streams)
