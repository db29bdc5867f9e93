"""The database backend; Django looks for it under this name."""

from __future__ import annotations

import select
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

from django.db.backends.postgresql import base
from psycopg.abc import Buffer
from psycopg.adapt import Loader

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


class DatabaseWrapper(base.DatabaseWrapper):
    """Asks the database whether it is there only where there is a sign that it is not.

    Before the first statement of each request Django asks ``SELECT 1`` of a kept connection, in
    case the database was restarted meanwhile. That is a fifth of the round trips of a turn. A
    connection that was closed has said so: then there is something to read that nobody asked for.
    """

    def is_usable(self) -> bool:
        """Return whether the connection can be used."""
        if self.connection is None or self.connection.closed:
            return False
        if self._is_quiet():
            return True
        return super().is_usable()

    def _is_quiet(self) -> bool:
        watch = select.poll()
        watch.register(self.connection.fileno(), select.POLLIN)
        return not watch.poll(0)

    def _configure_connection(self, connection: Any) -> bool:
        must_commit: bool = super()._configure_connection(connection)  # type: ignore[misc]
        connection.adapters.register_loader("timestamptz", TimeLoader)
        if not _session_settings:
            return must_commit
        calls = ", ".join("set_config(%s, %s, false)" for _ in _session_settings)
        with connection.cursor() as cursor:
            values = [part for setting in _session_settings.items() for part in setting]
            cursor.execute(f"SELECT {calls}", values)
        return True
