"""What the API shows of an account, as it may look: the examples of the OpenAPI document."""

from __future__ import annotations

from typing import Any, Final

Example = dict[str, Any]

PASSWORD: Final = "seven brave bishops"

NEW_ACCOUNT: Final[Example] = {
    "username": "alice",
    "email": "alice@example.org",
    "password": PASSWORD,
}
ACCOUNT: Final[Example] = {
    "username": "alice",
    "email": "alice@example.org",
    "email_verified": True,
    "time_zone": "Europe/Vienna",
    "language": "de",
    "is_bot": False,
    "is_guest": False,
    "created_at": "2026-11-20T17:55:03Z",
}
CREDENTIALS: Final[Example] = {
    "username": "alice",
    "password": PASSWORD,
    "name": "My first program",
    "scopes": ["games:read", "games:play"],
}
NEW_TOKEN: Final[Example] = {
    "token": "c11_dGhpcyBpcyBub3QgYSB0b2tlbiBvZiBhbnlib2R5IQ",
    "id": "7",
    "name": "My first program",
    "scopes": ["games:read", "games:play"],
    "created_at": "2026-11-20T18:02:44Z",
    "expires_at": "2027-11-20T18:02:44Z",
}
TOKEN: Final[Example] = {
    "id": "7",
    "name": "My first program",
    "scopes": ["games:read", "games:play"],
    "created_at": "2026-11-20T18:02:44Z",
    "last_used_at": "2026-11-21T08:41:27Z",
    "expires_at": "2027-11-20T18:02:44Z",
}
DATA_EXPORT: Final[Example] = {
    "status": "waiting",
    "requested_at": "2026-11-21T08:41:27Z",
    "kept_until": "2026-11-24T08:41:27Z",
    "size": 0,
}
BEARER: Final[Example] = {
    "kind": "personal",
    "username": "alice",
    "id": "7",
    "name": "My first program",
    "created_at": "2026-11-20T18:02:44Z",
    "expires_at": "2027-11-20T18:02:44Z",
    "scopes": ["games:play", "games:read"],
    "client_id": None,
}
