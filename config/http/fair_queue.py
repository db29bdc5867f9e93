"""A queue with one line for each reader; the lines are served in turn.

Calls of one reader who asks for much wait for one another, not the others for them. What is urgent
has lines of its own, which are served before all others, again in turn. While others play, readers
keep to a pace.
"""

from __future__ import annotations

import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from math import inf
from typing import Any, Final, NamedTuple

from config.http.paces import Paces

MOST_WAITING: Final = 500
"""So many calls of a process wait; for one more, the longest line loses its last."""
MOST_OF_ONE: Final = 100
"""So many of them for one reader."""

IN_PLAY_FOR: Final = 1.0
"""So many seconds after a turn of one reader, the others have one place each and keep to a pace."""

_OURS: Final = ""
"""The reader of what the process itself wants done, which has no bound."""

Lines = OrderedDict[str, "deque[Waiting]"]


class Crowded(Exception):
    """There are too many that wait."""


@dataclass(slots=True, eq=False)
class Waiting:
    """Something to be done for a reader; ``future`` is what comes of it."""

    reader: str
    is_urgent: bool
    act: Callable[[], Any]
    future: Future[Any] = field(default_factory=Future)


class _Served(NamedTuple):
    """Whom something urgent was done for, and when."""

    reader: str
    at: float


class FairQueue:
    """What waits for one of ``places`` at which it can be done; any thread may use it.

    One reader has at most half of the places. While something urgent is done for others it has one,
    and rests after it has had much time: threads that compute share one interpreter. What is
    urgent has a pace of its own. Where there are more than two places, one is kept for what is
    urgent: it need not wait even where many readers ask for much.
    """

    def __init__(
        self,
        places: int,
        clock: Callable[[], float] = time.monotonic,
        *,
        most_of_one: int = MOST_OF_ONE,
        most_waiting: int = MOST_WAITING,
        in_play_for: float = IN_PLAY_FOR,
    ) -> None:
        self._most_waiting_of_one = most_of_one
        self._most_waiting = most_waiting
        self._in_play_for = in_play_for
        self._clock = clock
        self._urgent_last = self._urgent_before = _Served(_OURS, float("-inf"))
        self._first_rested: float | None = None
        self._paces = {True: Paces(), False: Paces()}
        self._most_of_one = max(1, places // 2)
        self._most_of_others = places - 1 if places > 2 else places
        self._urgent: Lines = OrderedDict()
        self._others: Lines = OrderedDict()
        self._waiting: Counter[str] = Counter()
        self._running: Counter[str] = Counter()
        self._others_running = 0
        self._count = 0
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return self._count

    def put(
        self, act: Callable[[], Any], reader: str = _OURS, *, is_urgent: bool = False
    ) -> Waiting:
        """Let something wait; raise ``Crowded`` where the reader has too much that waits.

        Where everyone together has too much, the longest line loses its last, whose future then
        raises ``Crowded``. A line that is itself the longest gets no longer; what is urgent does
        not give way.
        """
        waiting = Waiting(reader, is_urgent or reader == _OURS, act)
        with self._lock:
            given_way = self._make_room(waiting)
            lines = self._urgent if waiting.is_urgent else self._others
            lines.setdefault(reader, deque()).append(waiting)
            self._waiting[reader] += 1
            self._count += 1
        if given_way is not None and given_way.future.set_running_or_notify_cancel():
            given_way.future.set_exception(Crowded())
        return waiting

    def _make_room(self, waiting: Waiting) -> Waiting | None:
        if waiting.reader == _OURS:
            return None
        if self._waiting[waiting.reader] >= self._most_waiting_of_one:
            raise Crowded
        if self._count < self._most_waiting:
            return None
        longest = max(self._others.values(), key=len, default=None)
        own = 0 if waiting.is_urgent else len(self._others.get(waiting.reader, ()))
        if longest is None or len(longest) <= own:
            raise Crowded
        given_way = longest[-1]
        self._remove(given_way)
        return given_way

    def take(self) -> Waiting | None:
        """Return what is to be done next, or ``None`` where nothing may begin now."""
        with self._lock:
            self._first_rested = None
            while waiting := self._next():
                # No one is there any more for what was cancelled.
                if waiting.future.set_running_or_notify_cancel():
                    self._running[waiting.reader] += 1
                    self._others_running += not waiting.is_urgent
                    return waiting
        return None

    def _next(self) -> Waiting | None:
        waiting = self._first_of(self._urgent)
        if waiting is None and self._others_running < self._most_of_others:
            waiting = self._first_of(self._others)
        if waiting is not None:
            self._count_out(waiting)
            if waiting.is_urgent and waiting.reader != _OURS:
                self._note_urgent(waiting.reader)
        return waiting

    def _first_of(self, lines: Lines) -> Waiting | None:
        for reader, line in lines.items():
            if self._may_begin(line[0]):
                waiting = line.popleft()
                if line:
                    lines.move_to_end(reader)
                else:
                    del lines[reader]
                return waiting
        return None

    def _may_begin(self, waiting: Waiting) -> bool:
        reader = waiting.reader
        running, now = self._running[reader], self._clock()
        if reader == _OURS:
            return True
        if not self._others_play(reader, now):
            return running < self._most_of_one
        rest = self._paces[waiting.is_urgent].rest_of(reader, now)
        if rest:
            self._first_rested = min(self._first_rested or inf, now + rest)
        return not running and not rest

    def _others_play(self, reader: str, now: float) -> bool:
        last = self._urgent_before if self._urgent_last.reader == reader else self._urgent_last
        return now - last.at < self._in_play_for

    def _note_urgent(self, reader: str) -> None:
        if reader != self._urgent_last.reader:
            self._urgent_before = self._urgent_last
        self._urgent_last = _Served(reader, self._clock())

    def done(self, waiting: Waiting, seconds: float = 0.0) -> None:
        """Give back the place of something that was taken and took so long of a processor."""
        with self._lock:
            if waiting.reader != _OURS:
                self._paces[waiting.is_urgent].note(waiting.reader, seconds, self._clock())
            self._running[waiting.reader] -= 1
            self._others_running -= not waiting.is_urgent
            if not self._running[waiting.reader]:
                del self._running[waiting.reader]

    def first_rest(self) -> float | None:
        """Return in how many seconds the first has rested whom the last ``take`` passed over."""
        with self._lock:
            at = self._first_rested
            return None if at is None else max(0.0, at - self._clock())

    def take_back(self, waiting: Waiting) -> bool:
        """Return whether something still waited; then it does no more."""
        with self._lock:
            lines = self._urgent if waiting.is_urgent else self._others
            is_waiting = waiting in lines.get(waiting.reader, ())
            if is_waiting:
                self._remove(waiting)
        return is_waiting

    def _remove(self, waiting: Waiting) -> None:
        lines = self._urgent if waiting.is_urgent else self._others
        lines[waiting.reader].remove(waiting)
        if not lines[waiting.reader]:
            del lines[waiting.reader]
        self._count_out(waiting)

    def _count_out(self, waiting: Waiting) -> None:
        self._count -= 1
        self._waiting[waiting.reader] -= 1
        if not self._waiting[waiting.reader]:
            del self._waiting[waiting.reader]
