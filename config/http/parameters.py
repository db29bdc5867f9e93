"""The parameters of calls in the OpenAPI document: in queries, paths and headers."""

from __future__ import annotations

from typing import Any, Final

from drf_spectacular.utils import OpenApiParameter

from config.http.pagination import DEFAULT_LIMIT, MAX_LIMIT

LARGEST: Final = 2**31 - 1
"""The largest number that a turn may have, or a row."""


def query(name: str, description: str, schema: Any = str, **extra: Any) -> OpenApiParameter:
    """Return a query parameter for ``documented``."""
    return OpenApiParameter(name, schema, OpenApiParameter.QUERY, description=description, **extra)


def whole(smallest: int = 0, largest: int = LARGEST, **extra: Any) -> dict[str, Any]:
    """Return the schema of a whole number within bounds."""
    return {"type": "integer", "minimum": smallest, "maximum": largest, **extra}


def limit(what: str = "results") -> OpenApiParameter:
    """Return the parameter that says how many a page holds."""
    schema = whole(1, MAX_LIMIT, default=DEFAULT_LIMIT)
    return query("limit", f"How many {what} a page holds.", schema)


PAGE: Final = (
    query(
        "cursor",
        "A place in the list, from `next` or `previous` of an earlier page.",
        {"type": "string", "pattern": "^[A-Za-z0-9_-]+$"},
    ),
    limit(),
)
"""What every list in pages takes."""


def _path(name: str, description: str, schema: dict[str, Any]) -> OpenApiParameter:
    return OpenApiParameter(name, schema, OpenApiParameter.PATH, description=description)


_NUMBER_ID: Final = {"type": "string", "pattern": "^[1-9][0-9]{0,8}$"}
_PUBLIC_ID: Final = {"type": "string", "pattern": "^[A-Za-z2-9]{8}$"}
PATH: Final = {
    parameter.name: parameter
    for parameter in (
        _path("game_id", "The `id` of a game.", {**_PUBLIC_ID, "example": "h4Xk93Qm"}),
        _path("challenge_id", "The `id` of a challenge.", {**_PUBLIC_ID, "example": "Tz6rWq2c"}),
        _path(
            "username",
            "The name of a player; case does not matter.",
            {"type": "string", "pattern": "^[A-Za-z0-9_-]{2,30}$", "example": "alice"},
        ),
        _path("decision_id", "The `id` of a decision about me.", {**_NUMBER_ID, "example": "3"}),
        _path(
            "competition_id",
            "The `id` of a competition.",
            {**_PUBLIC_ID, "example": "K7bX2mQa"},
        ),
        _path("code", "The end of the link.", {**_PUBLIC_ID, "example": "7Kq2WdmX"}),
        _path(
            "section",
            "The section.",
            {"type": "string", "enum": ["open", "under-18", "under-15"], "example": "open"},
        ),
        _path("entry", "The `entry` of an entry.", whole(1, example=3)),
        _path(
            "match",
            "Round and pairing.",
            {"type": "string", "pattern": "^[0-9]{1,2}[.][0-9]{1,2}$", "example": "2.1"},
        ),
        _path(
            "certificate_id", "The number of a certificate.", {**_PUBLIC_ID, "example": "c3RtQ8wZ"}
        ),
        _path("ruleset", "The `key` of a rule set.", {"type": "string", "example": "eleven"}),
        _path(
            "pool",
            "A rule set and a pace, joined by a hyphen.",
            {"type": "string", "pattern": "^[a-z_]+-[a-z]+$", "example": "eleven-post"},
        ),
        _path("token_id", "The `id` of a token.", {**_NUMBER_ID, "example": "1"}),
        _path("slot", "The number of the slot.", whole(1, 3, example=1)),
        _path("chapter", "The `chapter` of a lesson.", {"type": "string", "example": "passing"}),
        _path("step", "The number of a step in its chapter.", whole(1, 99, example=2)),
        _path("puzzle_id", "The `id` of a puzzle.", {**_PUBLIC_ID, "example": "pZ7kQ2mX"}),
        _path("subscription_id", "The `id` of a device.", {**_NUMBER_ID, "example": "1"}),
        _path("entry_id", "The `id` of a reply.", {**_NUMBER_ID, "example": "7"}),
        _path("leave_id", "The `id` of a vacation.", {**_NUMBER_ID, "example": "1"}),
        _path("webhook_id", "The `id` of a webhook.", {**_NUMBER_ID, "example": "1"}),
        _path("delivery_id", "The `id` of a delivery.", {**_NUMBER_ID, "example": "1"}),
        _path("secret", "The secret part of the address.", {"type": "string", "minLength": 1}),
    )
}
"""What is in paths, by name."""

IDEMPOTENCY_KEY: Final = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]([ -~]*[!-~])?$"},
    OpenApiParameter.HEADER,
    description="1 to 255 printable characters. The same request with the same key within 24"
    " hours is answered again and not done again.",
)
