"""How long this process waits for an answer of the database, and what it writes meanwhile.

A primary with a synchronous standby that is away keeps a commit waiting until someone acts, and no
setting of PostgreSQL bounds that: ``statement_timeout`` ends before the commit. The four threads of
a web process would be gone after four turns. So a process gives up after a while, and says that it
doesn't know whether it was done. Until the database has answered what was given up, it reads but
writes nothing: each further commit would take one more of the database's connections.
"""

from __future__ import annotations

import os
import re
import select
import threading
from collections.abc import Callable
from typing import Any, Final

from django.db import utils
from psycopg import Connection, OperationalError, errors

LOOK: Final = 0.1
"""How often psycopg looks whether it was interrupted."""
_WRITES: Final = re.compile(r"\b(INSERT|UPDATE|DELETE)\b")
"""In any statement; a row that is locked is locked to be written."""


class _Patience:
    """What this process has given up, each as a copy of its socket, where the answer will come."""

    def __init__(self) -> None:
        self.seconds: float | None = None
        self.given_up: list[int] = []
        self._lock = threading.Lock()

    def give_up(self, connection: Connection[Any]) -> None:
        """Close a connection here, and remember that it wasn't answered."""
        with self._lock:
            self.given_up.append(os.dup(connection.fileno()))
        connection.close()

    def is_lost(self) -> bool:
        """Return whether something that was given up is still not answered."""
        with self._lock:
            watch = select.poll()
            for socket in self.given_up:
                watch.register(socket, select.POLLIN)
            for socket, _event in watch.poll(0):
                self.given_up.remove(socket)
                os.close(socket)
            return bool(self.given_up)


_PATIENCE: Final = _Patience()


def wait_at_most(seconds: float) -> None:
    """Let this process give up what the database hasn't answered after so long."""
    _PATIENCE.seconds = seconds


def bound(connection: Connection[Any]) -> None:
    """Let a new connection wait no longer than this process may."""
    seconds, wait = _PATIENCE.seconds, connection.wait
    if seconds is None:
        return

    def wait_at_most(gen: Any, interval: float = LOOK, timeout: float | None = None) -> Any:
        try:
            return wait(gen, interval, timeout=timeout or seconds)
        except errors._WaitTimeout:
            if timeout is not None:
                raise
            _PATIENCE.give_up(connection)
            raise OperationalError(f"no answer within {seconds:g} s") from None

    connection.wait = wait_at_most  # type: ignore[method-assign]


Execute = Callable[..., Any]


def refuse_writes(execute: Execute, sql: Any, params: Any, many: bool, context: Any) -> Any:
    """Run a statement, or refuse one that writes while something given up isn't answered.

    Its state is that of a statement that took too long: nothing was changed, and later it may be.
    """
    if isinstance(sql, str) and _WRITES.search(sql) and _PATIENCE.is_lost():
        words = "the database doesn't answer what was written before"
        raise utils.OperationalError(words) from errors.QueryCanceled(words)
    return execute(sql, params, many, context)


def wrappers() -> list[Execute]:
    """Return what each statement passes through: nothing while all was answered."""
    return [refuse_writes] if _PATIENCE.given_up else []
