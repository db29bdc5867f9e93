"""What the API shows of an account, as it may look: the examples of the OpenAPI document."""

from __future__ import annotations

from typing import Any, Final

from config.http.shape_notes import recorded

Example = dict[str, Any]

_RECORDED: Final = recorded(__file__)

PASSWORD: Final = "seven brave bishops"

NEW_ACCOUNT: Final[Example] = {
    "username": "alice",
    "email": "alice@example.org",
    "password": PASSWORD,
}
ACCOUNT: Final[Example] = _RECORDED["account"]
CREDENTIALS: Final[Example] = {
    "username": "alice",
    "password": PASSWORD,
    "name": "My first program",
    "scopes": ["games:read", "games:play"],
}
NEW_TOKEN: Final[Example] = _RECORDED["new_token"]
TOKEN: Final[Example] = _RECORDED["token"]
DATA_EXPORT: Final[Example] = _RECORDED["data_export"]
BEARER: Final[Example] = _RECORDED["bearer"]
