"""The referee: acts on the clocks of live games at the moment at which they run out.

It decides nothing: it calls ``enforce_deadline``, as a request or the sweep would that came later.
So two of them do no harm, and none costs ten seconds at most.

1. What is due is kept in a heap by its moment, as the database's clock has it.
2. Anyone who starts a clock says so over Redis after the commit.
3. Once a second the database is asked for what is due soon: for messages that were lost, and
   after a start.
4. A moment that has come is acted on in one of a few threads. It may be an old one, for a turn that
   was played since; then nothing is found overdue, and nothing is done.
"""

from __future__ import annotations

import heapq
import logging
import math
import queue
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import DatabaseError, close_old_connections, connection
from django.utils import timezone
from redis import Redis, RedisError
from redis.client import PubSub

from config.observe.liveness import Sign, give_sign, touch_pulse
from games.clock.live import note_clock, shared_now
from games.models import Game
from games.models.running_clock import moment, ms_of
from games.play.deadlines import enforce_deadline
from games.play.seating import CHANNEL, read_notice
from games.refusals import NotFound
from games.store.uptime import read_uptime

POLL: Final = 1.0
AHEAD: Final = timedelta(seconds=5)
"""What is due so soon is taken up by a poll."""
THREADS: Final = 4
SIGN_EVERY: Final = 5.0
AGAIN_MS: Final = 20
"""So soon a game is looked at again that is in hand at its moment."""
RESTS: Final = 5.0
"""So many seconds a game is left alone on which acting has failed; the sweep sets it aside."""
TIMEOUT: Final = 5.0
"""After so many seconds without an answer Redis is away."""

logger = logging.getLogger(__name__)


class Heap:
    """What is due, each game once, at the latest moment that was heard of."""

    def __init__(self) -> None:
        self._heap: list[tuple[int, str]] = []
        self._at: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._at)

    def put(self, game_id: str, at: int) -> None:
        """Note when a game is due; what was noted of it before is void."""
        if self._at.get(game_id) != at:
            self._at[game_id] = at
            heapq.heappush(self._heap, (at, game_id))

    def next_at(self) -> int | None:
        """Return the next moment; ``None`` if nothing is due."""
        while self._heap and self._at.get(self._heap[0][1]) != self._heap[0][0]:
            heapq.heappop(self._heap)
        return self._heap[0][0] if self._heap else None

    def pop_due(self, now: int) -> list[str]:
        """Take out and return the games whose moment has come."""
        due = []
        while (at := self.next_at()) is not None and at <= now:
            _, game_id = heapq.heappop(self._heap)
            del self._at[game_id]
            due.append(game_id)
        return due


class Referee:
    """One process's referee. ``run`` continues until ``stop`` is called."""

    def __init__(self) -> None:
        self.heap = Heap()
        self._notices: queue.SimpleQueue[tuple[str, int] | None] = queue.SimpleQueue()
        self._stopping = threading.Event()
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="referee")
        self._rests: dict[str, float] = {}
        self._in_hand: set[str] = set()
        self._poll_at = self._sign_at = 0.0

    def stop(self) -> None:
        """Let ``run`` return after what is in hand."""
        self._stopping.set()
        self._notices.put(None)

    def run(self) -> None:
        """Act on what becomes due until asked to stop."""
        listener = threading.Thread(target=self._listen, name="referee-ears", daemon=True)
        listener.start()
        while not self._stopping.is_set():
            self._poll()
            self._act()
            self._wait()
        self._threads.shutdown(wait=True, cancel_futures=True)

    def _wait(self) -> None:
        """Wait for the next moment, poll or message; take in every message that is there."""
        left = self._poll_at - time.monotonic()
        if (at := self.heap.next_at()) is not None:
            left = min(left, (moment(at) - shared_now()).total_seconds())
        try:
            notice = (
                self._notices.get(timeout=max(left, 0.0))
                if left > 0
                else self._notices.get_nowait()
            )
            while True:
                if notice is not None:
                    self.heap.put(*notice)
                notice = self._notices.get_nowait()
        except queue.Empty:
            return

    def _poll(self) -> None:
        """Once in a while ask the database what is due, what the time is, and say that we live."""
        now = time.monotonic()
        if now < self._poll_at:
            return
        self._poll_at = now + POLL
        try:
            for game_id, at in look():
                if self._rests.get(game_id, 0.0) <= now and game_id not in self._in_hand:
                    self.heap.put(game_id, at)
            self._rests = {one: until for one, until in self._rests.items() if until > now}
            if now >= self._sign_at:
                self._sign_at = now + SIGN_EVERY
                give_sign(Sign.REFEREE)
                touch_pulse()
        except DatabaseError as error:
            logger.warning("the database does not answer and is asked again: %s", error)
            connection.close()

    def _act(self) -> None:
        now = whole_ms(shared_now())
        for game_id in self.heap.pop_due(now):
            if game_id in self._in_hand:
                self.heap.put(game_id, now + AGAIN_MS)
            else:
                self._in_hand.add(game_id)
                self._threads.submit(self._enforce, game_id)

    def _enforce(self, game_id: str) -> None:
        try:
            close_old_connections()
            if not enforce_deadline(game_id, timezone.now()):
                # The moment was an old one, which a poll had read and put over the new one.
                self._look_again(game_id)
        except NotFound:
            return
        except Exception:
            logger.exception("the clock of live match %s could not be acted on", game_id)
            self._rests[game_id] = time.monotonic() + RESTS
        finally:
            self._in_hand.discard(game_id)

    def _look_again(self, game_id: str) -> None:
        """Note when a game is due, if that is to come; what has come is left to the next poll."""
        match = Game.objects.filter(pk=game_id, live__isnull=False, deadline__gt=shared_now())
        if (at := match.values_list("deadline", flat=True).first()) is not None:
            self._notices.put((game_id, ms_of(at)))

    def _listen(self) -> None:
        """Take in what is reported over Redis, for as long as the process lives."""
        while not self._stopping.is_set():
            try:
                self._hear(_own_client())
            except (RedisError, OSError) as error:
                logger.warning("Redis is away; the database is asked every second: %s", error)
                self._stopping.wait(POLL)

    def _hear(self, redis: Redis) -> None:
        ears: PubSub
        with redis.pubsub(ignore_subscribe_messages=True) as ears:  # type: ignore[no-untyped-call]
            ears.subscribe(CHANNEL)
            while not self._stopping.is_set():
                message = ears.get_message(timeout=POLL)
                if message and (notice := read_notice(message["data"])):
                    self._notices.put(notice)


def whole_ms(at: datetime) -> int:
    """Return the milliseconds that are over: rounded up, a moment would be taken for come."""
    return math.floor(at.timestamp() * 1000)


def look() -> list[tuple[str, int]]:
    """Return the live games that are due soon and when, having heard what the time is."""
    note_clock(read_uptime().clock)
    soon = Game.objects.overdue(shared_now() + AHEAD).filter(live__isnull=False)
    return [(pk, ms_of(at)) for pk, at in soon.values_list("pk", "deadline") if at is not None]


def _own_client() -> Redis:
    """Return a client that waits for messages, which the one of requests must not."""
    return Redis.from_url(
        settings.REDIS_URL, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT
    )
