"""Who may keep a connection to a web process, and for how long without saying anything.

uvicorn waits for a request for ever and takes connections until there are no more files to be
opened; then no one is served. A proxy in front would see to both. ``up`` has none.
"""

from __future__ import annotations

import asyncio
import resource
from collections import Counter
from typing import Final

import h11
from django.conf import settings
from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_FILES: Final = 65_536
"""So many files a process may open where the machine lets it; more are never needed."""
KEPT_FILES: Final = 128
"""Of those, what is not a connection of someone: database, broker, log, static files."""

_BUSY: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\n"
    b"Connection: close\r\nContent-Length: 0\r\n\r\n"
)


def most_connections() -> int:
    """Return how many connections this process can hold, having made room for as many as may be.

    A login shell gives 1,024 files to what it starts, and mostly leaves the right to many more.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return (MOST_FILES if soft == resource.RLIM_INFINITY else soft) - KEPT_FILES


def most_streams() -> int:
    """Return how many of these may be streams, so that calls always find a place."""
    return most_connections() * 4 // 5


_of_address: Counter[str] = Counter()


class BoundedConnections(H11Protocol):
    """HTTP/1.1 as uvicorn speaks it, with an end to silence and a bound for each address."""

    _most: int = 0
    _counted: str = ""
    _silence: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection unless this address, or everyone together, has too many."""
        super().connection_made(transport)
        if not BoundedConnections._most:
            BoundedConnections._most = most_connections()
        self._counted = self.client[0] if self.client else ""
        _of_address[self._counted] += 1
        most = settings.CONNECTIONS_PER_ADDRESS
        has_too_many = most and self._counted and _of_address[self._counted] > most
        if has_too_many or len(self.connections) > self._most:
            transport.write(_BUSY)
            transport.close()
        else:
            self._begin_silence()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        _of_address[self._counted] -= 1
        if not _of_address[self._counted]:
            del _of_address[self._counted]
        self._end_silence()
        self.resume_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on; a head that drips does not get more time than one that is not there at all."""
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:
            self._begin_silence()
        else:
            self._end_silence()

    def pause_writing(self) -> None:
        """Wait for the client to take what was sent, but not for ever."""
        super().pause_writing()
        if self._unread is None:
            self._unread = self.loop.call_later(settings.UNREAD_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Continue: something was taken."""
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None
        super().resume_writing()

    def _begin_silence(self) -> None:
        if self._silence is None:
            self._silence = self.loop.call_later(settings.HEAD_SECONDS, self.transport.close)

    def _end_silence(self) -> None:
        if self._silence is not None:
            self._silence.cancel()
            self._silence = None
