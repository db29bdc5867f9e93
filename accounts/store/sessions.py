"""Sessions, read with the person who is logged in by them: in one statement for every page.

Django finds such a module by ``SESSION_ENGINE``. The table is that of its own sessions.
"""

from __future__ import annotations

from datetime import datetime
from functools import cache
from typing import Any, Final, NamedTuple

import orjson
from django.contrib.sessions.backends import db
from django.db import connection
from django.utils import timezone

from accounts.models import User
from config.backends.db.rows import object_of
from config.features import Hook

READ_WITH_SESSION: Final[Hook[str]] = Hook()
"""A figure of another app that many pages show, by name: SQL about the person ``u.id``. It is in
``User.read_along`` of someone who was read with the session."""

_FIELDS: Final = [field.attname for field in User._meta.concrete_fields]
_SETTINGS: Final = _FIELDS.index("page_settings")


class Found(NamedTuple):
    """A session that lasts, and the person whom the list of log-ins names for it."""

    data: str
    reader: User | None


class SessionStore(db.SessionStore):
    """A session that may know its person already; ``accounts.reader`` makes sure of it."""

    reader: User | None = None

    def load(self) -> dict[str, Any]:
        """Return what is in the session, and keep the person."""
        found = read_session(self.session_key, timezone.now())
        if found is None:
            self._session_key = None
            return {}
        self.reader = found.reader
        content: dict[str, Any] = self.decode(found.data)
        return content


def read_session(key: str | None, now: datetime) -> Found | None:
    """Return the session of this key with its person, ``None`` if it is over or there is none.

    ORM: ``Session.objects.filter(session_key=key, expire_date__gt=now).first()``, then the user of
    ``UserSession.objects.select_related("user").filter(session_key=key).first()``.
    """
    if not key or not key.isascii() or not key.isalnum():
        return None
    with connection.cursor() as cursor:
        cursor.execute(_statement(), [key, now])
        row = cursor.fetchone()
    if row is None:
        return None
    data, *values = row
    if values[0] is None:
        return Found(data, None)
    columns, figures = values[: len(_FIELDS)], values[len(_FIELDS) :]
    columns[_SETTINGS] = orjson.loads(columns[_SETTINGS])
    reader = object_of(User, _FIELDS, columns, connection.alias)
    reader.read_along = dict(zip(READ_WITH_SESSION.named(), figures, strict=True))
    return Found(data, reader)


@cache
def _statement() -> str:
    """Return the statement; which figures the apps above add is known once all are loaded."""
    columns = [f'u."{name}"' for name in _FIELDS]
    columns[_SETTINGS] += "::text"
    columns += READ_WITH_SESSION.named().values()
    return (
        f"SELECT s.session_data, {', '.join(columns)} FROM django_session s"  # noqa: S608
        " LEFT JOIN usersessions_usersession l ON l.session_key = s.session_key"
        " LEFT JOIN accounts_user u ON u.id = l.user_id"
        " WHERE s.session_key = %s AND s.expire_date > %s"
    )
