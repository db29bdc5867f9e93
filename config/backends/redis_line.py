"""One command at a time to Redis, over a connection that each thread keeps.

A request counts in Redis and a turn wakes streams through it. The client of redis-py takes a
connection out of its pool for each command, checks, measures and retries it: four times what the
command costs. It stays for all that is asked seldom, and it makes the connections.
"""

from __future__ import annotations

import os
import threading
from functools import lru_cache
from typing import Any, Final

from redis import ConnectionPool
from redis.backoff import NoBackoff
from redis.connection import AbstractConnection
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import ResponseError, TimeoutError
from redis.retry import Retry

PATIENCE: Final = 0.25
"""So many seconds Redis has to answer: the service can do without it."""


@lru_cache(maxsize=4)
def line_to(address: str) -> RedisLine:
    """Return the line to the Redis of this address."""
    return RedisLine(address)


class RedisLine(threading.local):
    """The connection of the present thread to one Redis."""

    def __init__(self, address: str) -> None:
        self._pool = ConnectionPool.from_url(
            address,
            socket_timeout=PATIENCE,
            socket_connect_timeout=PATIENCE,
            retry=Retry(NoBackoff(), 0),
        )
        self._connection: AbstractConnection | None = None
        self._pid = 0

    def call(self, *command: str | bytes | float) -> Any:
        """Return what Redis answers to a command; raises what redis-py raises.

        A command must do no harm when it is done twice: where a connection that was kept has been
        closed, it is sent again on a new one. Not where Redis hangs.
        """
        kept = self._connection
        # A forked process shares the socket of the one it comes from, and may not use it.
        if kept is not None and self._pid == os.getpid():
            try:
                return self._ask(kept, command)
            except TimeoutError:
                raise
            except (RedisConnectionError, OSError):
                pass  # closed by Redis since: a new one tells whether it is away
        self._pid = os.getpid()
        fresh = self._pool.connection_class(**self._pool.connection_kwargs)
        fresh.connect()
        self._connection = fresh
        return self._ask(fresh, command)

    def _ask(self, connection: AbstractConnection, command: tuple[str | bytes | float, ...]) -> Any:
        try:
            connection.send_command(*command, check_health=False)  # type: ignore[no-untyped-call]
            return connection.read_response()
        except ResponseError:
            raise  # it has answered, and can be asked again
        except BaseException:
            # What comes after would be read as the answer to something else.
            self._connection = None
            connection.disconnect()  # type: ignore[no-untyped-call]
            raise
