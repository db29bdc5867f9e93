"""A supervisor as JSON: what the payloads return and the OpenAPI document describes."""

from __future__ import annotations

from typing import Annotated, Final, TypedDict

from config.http.shape_notes import Time, like, words

STATUSES: Final = ["invited", "accepted", "declined"]


@like(
    {
        "challenge": "hK3mPq9Z",
        "game": None,
        "ruleset": "family",
        "named_by": "alice",
        "username": "grandma",
        "status": "invited",
        "named_at": "2026-11-26T14:55:55Z",
    }
)
class Supervisor(TypedDict):
    """The supervisor of a game, and whether they have accepted."""

    challenge: str
    game: Annotated[str | None, "null until it has begun."]
    ruleset: str
    named_by: Annotated[str, "The challenger."]
    username: Annotated[str | None, "null where family mode hides the name."]
    status: Annotated[str, words(STATUSES)]
    named_at: Annotated[Time, "When they were asked."]
