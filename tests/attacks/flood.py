"""One reader who asks for much on many connections, in a process of its own beside the players."""

from __future__ import annotations

import http.client
import itertools
import multiprocessing
import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Final, Self

CONNECTIONS: Final = 8
_FINE_5XX: Final = frozenset({501, 503})
"""What is said on purpose: ``busy``, and what a specification asks for."""
_SPAWN: Final = multiprocessing.get_context("spawn")


@dataclass(frozen=True)
class Call:
    """One request that is made again and again."""

    method: str
    path: str
    headers: dict[str, str] = field(default_factory=dict)
    body: str | None = None
    is_stream: bool = False
    """Whether the client hangs up once the answer has begun."""


class Flood:
    """Asks for as long as the context lasts; afterwards ``seen`` counts the answers."""

    def __init__(self, port: int, calls: Sequence[Call], address: str) -> None:
        self.seen: dict[str, int] = {}
        self._over = _SPAWN.Event()
        self._ready = _SPAWN.Event()
        self._answers: Any = _SPAWN.Queue()
        self._process = _SPAWN.Process(
            target=_ask_for_much,
            args=(port, list(calls), address, self._ready, self._over, self._answers),
        )

    def __enter__(self) -> Self:
        self._process.start()
        self._ready.wait(60)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._over.set()
        self.seen = self._answers.get(timeout=90)
        self._process.join(30)

    @property
    def errors(self) -> list[str]:
        """Return each answer that no client should see, by name."""
        return [what for what in self.seen if what.startswith("5") and " " in what]


def _ask_for_much(
    port: int, calls: list[Call], address: str, ready: Any, over: Any, answers: Any
) -> None:
    seen: Counter[str] = Counter()
    turns = itertools.cycle(calls)
    lock = threading.Lock()
    threads = [
        threading.Thread(target=_ask_on_one, args=(port, turns, lock, address, over, seen))
        for _ in range(CONNECTIONS)
    ]
    for thread in threads:
        thread.start()
    ready.set()
    for thread in threads:
        thread.join()
    answers.put(dict(seen))


def _ask_on_one(
    port: int,
    turns: itertools.cycle[Call],
    lock: threading.Lock,
    address: str,
    over: Any,
    seen: Counter[str],
) -> None:
    line = None
    while not over.is_set():
        with lock:
            call = next(turns)
        try:
            if line is None:
                line = http.client.HTTPConnection(
                    "127.0.0.1", port, timeout=60, source_address=(address, 0)
                )
            line.request(call.method, call.path, call.body, call.headers)
            answer = line.getresponse()
            if call.is_stream:
                answer.close()
                line.close()
                line = None
            else:
                answer.read()
            what = str(answer.status)
            if answer.status >= 500 and answer.status not in _FINE_5XX:
                what += f" {call.method} {call.path} {answer.headers['X-Request-ID']}"
        except (OSError, http.client.HTTPException) as error:
            what, line = type(error).__name__, None
            time.sleep(0.05)
        with lock:
            seen[what] += 1
