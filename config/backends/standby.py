"""Reads that may be a second old, from a PostgreSQL that follows the first.

Nothing is read there unless a reader asks for it by ``reading``: a player's own turn would be
missing. All writes go to the first.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper

ALIAS: Final = "standby"
_reading: ContextVar[bool] = ContextVar("reading_standby", default=False)


class Router:
    """Sends reads to the standby where a reader asked for it, and all else to the first."""

    def db_for_read(self, model: type, **hints: Any) -> str:
        """Return where a row is read."""
        return ALIAS if _reading.get() else DEFAULT_DB_ALIAS

    def db_for_write(self, model: type, **hints: Any) -> str:
        """Return where a row is written, wherever it was read."""
        return DEFAULT_DB_ALIAS

    def allow_relation(self, one: Any, other: Any, **hints: Any) -> bool:
        """Return whether rows may refer to each other: they are of one database."""
        return True

    def allow_migrate(self, alias: str, app_label: str, **hints: Any) -> bool:
        """Return whether tables are made there: the standby gets them from the first."""
        return alias != ALIAS


def is_read() -> bool:
    """Return whether reads go to the standby now."""
    return _reading.get()


def reads() -> BaseDatabaseWrapper:
    """Return the connection that a statement of our own reads by."""
    return connections[ALIAS if _reading.get() else DEFAULT_DB_ALIAS]


@contextmanager
def reading(*, when: bool = True) -> Iterator[None]:
    """Read from the standby, if the operator named one, for as long as the context lasts."""
    token = _reading.set(when and ALIAS in connections.settings)
    try:
        yield
    finally:
        _reading.reset(token)
