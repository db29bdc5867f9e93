"""Who has a token, read before every call: one narrow statement where the ORM makes wide ones."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final, NamedTuple

import orjson
from django.db import connection

from accounts.models import User
from config.backends.db.rows import object_of

USER_FIELDS: Final = (
    "id", "username", "email", "time_zone", "language", "page_settings", "rest_days",
    "is_bot", "is_active", "is_staff", "guest_since", "is_family",
)  # fmt: skip
_JSON: Final = USER_FIELDS.index("page_settings")
_USER = ", ".join(
    f"u.{name}::text" if name == "page_settings" else f"u.{name}" for name in USER_FIELDS
)
_BY_PERSONAL_TOKEN = f"""
    SELECT t.id, t.scopes, t.last_used_at, {_USER}
    FROM accounts_personaltoken t JOIN accounts_user u ON u.id = t.user_id
    WHERE t.digest = %s AND (t.expires_at IS NULL OR t.expires_at > %s) AND u.is_active
"""  # noqa: S608 (our own columns)
_BY_APP_TOKEN = f"""
    SELECT t.id, t.scope, t.application_id, {_USER}
    FROM oauth2_provider_accesstoken t JOIN accounts_user u ON u.id = t.user_id
    WHERE t.token_checksum = %s AND t.expires > %s AND u.is_active
"""  # noqa: S608 (our own columns)


class PersonalBearer(NamedTuple):
    """A personal token that is good, and whose it is."""

    token_id: int
    scopes: list[str]
    last_used_at: datetime | None
    user: User


class AppBearer(NamedTuple):
    """The token of an app that is good, and the person who let the app in."""

    token_id: int
    scope: str
    app_id: int
    user: User


def read_personal_token(digest: str, now: datetime) -> PersonalBearer | None:
    """Return who has the personal token of this digest, None if no one does any more.

    ORM: ``PersonalToken.objects.select_related("user").filter(Q(expires_at=None) |
    Q(expires_at__gt=now), digest=digest, user__is_active=True).first()``, the user with
    ``only(*USER_FIELDS)``.
    """
    row = _first(_BY_PERSONAL_TOKEN, digest, now)
    if row is None:
        return None
    token_id, scopes, last_used_at, *user = row
    return PersonalBearer(token_id, scopes, last_used_at, _user(user))


def read_app_token(digest: str, now: datetime) -> AppBearer | None:
    """Return for whom the app's token of this digest speaks, None if for no one any more.

    ORM: ``AccessToken.objects.select_related("user").filter(token_checksum=digest,
    expires__gt=now, user__is_active=True).first()``, the user with ``only(*USER_FIELDS)``.
    """
    row = _first(_BY_APP_TOKEN, digest, now)
    if row is None:
        return None
    token_id, scope, app_id, *user = row
    return AppBearer(token_id, scope, app_id, _user(user))


def _first(statement: str, digest: str, now: datetime) -> tuple[Any, ...] | None:
    with connection.cursor() as cursor:
        cursor.execute(statement, [digest, now])
        row: tuple[Any, ...] | None = cursor.fetchone()
    return row


def _user(values: list[Any]) -> User:
    """Return the person of a row; what is JSON comes as text."""
    values[_JSON] = orjson.loads(values[_JSON])
    return object_of(User, USER_FIELDS, values, connection.alias)
