"""Accounts as JSON: what the selectors return and the OpenAPI document describes."""

from __future__ import annotations

from typing import Annotated, TypedDict

from accounts import examples
from accounts.credentials import SCOPE_NAMES
from config.http.shape_notes import Time, like, words

Scopes = list[Annotated[str, words(SCOPE_NAMES)]]


class _Token(TypedDict):
    id: str
    name: str
    scopes: Scopes
    created_at: Time


@like(examples.TOKEN)
class Token(_Token):
    """A token as its owner sees it later: never the secret itself."""

    last_used_at: Time | None
    expires_at: Annotated[Time | None, "null: made before tokens had an end."]


@like(examples.NEW_TOKEN)
class NewToken(_Token):
    """A token on the one occasion when it can be read."""

    token: str
    expires_at: Time


@like(examples.BEARER)
class Bearer(TypedDict):
    """What a request speaks with, and for whom."""

    kind: Annotated[str, words(["personal", "app", "session"])]
    username: str
    id: Annotated[str | None, "Of a personal token; else null."]
    name: Annotated[str | None, "Of a personal token or the app; null for a session."]
    created_at: Time | None
    expires_at: Time | None
    scopes: Scopes
    client_id: Annotated[str | None, "Of the app; else null."]


@like(examples.DATA_EXPORT)
class DataExport(TypedDict):
    """A copy of my data, ready or being made."""

    status: Annotated[str, words(["waiting", "ready", "failed"])]
    requested_at: Time
    kept_until: Time
    size: Annotated[int, "Of the zip file in bytes; 0 until it is ready."]
