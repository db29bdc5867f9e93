"""The database backend; Django looks for it under this name."""

from __future__ import annotations

import select
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cached_property
from types import TracebackType
from typing import Any, Final

from django.db.backends.postgresql import base
from django.db.utils import DatabaseErrorWrapper, OperationalError
from psycopg import Connection, Error, InternalError
from psycopg.abc import Buffer
from psycopg.adapt import Loader
from psycopg_pool import ConnectionPool

from config.backends.db import patience

_session_settings: dict[str, str] = {}


def set_for_sessions(settings: Mapping[str, str]) -> None:
    """Let every connection that this process opens from now on begin with these settings.

    By a statement and not by ``options``, which a pooler such as PgBouncer does not pass on.
    """
    _session_settings.update(settings)


class TimeLoader(Loader):
    """Reads a moment as the database writes it in ISO 8601, with its distance from UTC.

    Django's own class hides the compiled one of psycopg and is ten times slower: that was a sixth
    of a list of games.
    """

    timezone: Final = UTC
    """Which sessions have; Django asks for it, and for sessions in another takes its own class."""

    def load(self, data: Buffer) -> datetime:
        """Return the moment."""
        return datetime.fromisoformat(str(data, "ascii"))


READ_ONLY: Final = "25006"
LEFT: Final = frozenset({READ_ONLY, "57P01", "57P02", "57P03"})
"""States after which a connection is closed and another opened: the database is read-only, as one
is that was the first until a moment ago, or it stops, or has crashed, or starts."""


class ErrorWrapper(DatabaseErrorWrapper):
    """Notes on the connection that it should not be used again.

    A database that is read-only raises ``OperationalError``, as one that is away: all who know
    what to do then need not know of a second kind. The driver takes it for an internal error.
    """

    def __init__(self, database: DatabaseWrapper) -> None:
        super().__init__(database)
        self.database = database

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if getattr(error, "sqlstate", None) in LEFT:
            self.database.is_left = True
        if isinstance(error, InternalError) and error.sqlstate == READ_ONLY:
            self.database.errors_occurred = True
            raise OperationalError(*error.args).with_traceback(trace) from error
        super().__exit__(kind, error, trace)


class DatabaseWrapper(base.DatabaseWrapper):
    """Asks the database whether it is there only where there is a sign that it is not.

    Before the first statement of each request Django asks ``SELECT 1`` of a kept connection, and
    its pool as much of one that it hands out, in case the database was restarted meanwhile. That is
    a fifth of the round trips of a turn. A connection that was closed has said so: then there is
    something to read that no one asked for. The settings switch the pool's own question off.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        self._own_wrappers: list[patience.Execute] = []
        super().__init__(*given, **named)

    is_left = False
    """Whether the connection is closed instead of kept or given back to the pool."""

    @cached_property
    def wrap_database_errors(self) -> DatabaseErrorWrapper:
        """Return the context in which errors of the driver become Django's."""
        return ErrorWrapper(self)

    @property
    def execute_wrappers(self) -> list[patience.Execute]:
        """What each statement passes through."""
        return [*patience.wrappers(), *self._own_wrappers]

    @execute_wrappers.setter
    def execute_wrappers(self, wrappers: list[patience.Execute]) -> None:
        self._own_wrappers = wrappers

    @contextmanager
    def execute_wrapper(self, wrapper: patience.Execute) -> Iterator[None]:
        """Let statements pass through this meanwhile."""
        self._own_wrappers.append(wrapper)
        try:
            yield
        finally:
            self._own_wrappers.pop()

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Return a connection that can be used, from the pool if there is one.

        Dead ones go back closed, for which the pool makes new ones. While the database is away
        the pool runs empty in this way and raises once its own patience ends.
        """
        self.is_left = False
        connection = super().get_new_connection(conn_params)
        while self.pool and not _works(connection):
            connection.close()
            self.pool.putconn(connection)
            connection = super().get_new_connection(conn_params)
        return connection

    def is_usable(self) -> bool:
        """Return whether the connection can be used."""
        if self.is_left or self.connection is None or self.connection.closed:
            return False
        return _is_quiet(self.connection) or super().is_usable()

    def _close(self) -> None:
        if self.is_left and self.connection is not None:
            # The pool makes another one in the place of one that comes back closed.
            self.connection.close()
        super()._close()  # type: ignore[misc]

    def _configure_connection(self, connection: Any) -> bool:
        must_commit: bool = super()._configure_connection(connection)  # type: ignore[misc]
        connection.adapters.register_loader("timestamptz", TimeLoader)
        patience.bound(connection)
        if not _session_settings:
            return must_commit
        calls = ", ".join("set_config(%s, %s, false)" for _ in _session_settings)
        with connection.cursor() as cursor:
            values = [part for setting in _session_settings.items() for part in setting]
            cursor.execute(f"SELECT {calls}", values)
        return True


def _works(connection: Connection[Any]) -> bool:
    """Return whether a connection of the pool can be used."""
    if connection.closed:
        return False
    if _is_quiet(connection):
        return True
    try:
        ConnectionPool.check_connection(connection)
    except Error:
        return False
    return True


def _is_quiet(connection: Connection[Any]) -> bool:
    """Return whether the database has said nothing that no one asked for."""
    watch = select.poll()
    watch.register(connection.fileno(), select.POLLIN)
    return not watch.poll(0)
