"""Live play as JSON: what the payloads return and the OpenAPI document describes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypedDict

from config.http.shape_notes import Positive, Time, like, words
from games.features.live import examples


@like(examples.PLAYING_ON)
class PlayingOn(TypedDict):
    """The state of playing on in a correspondence game."""

    state: Annotated[str, words(["off", "asked", "on"])]
    agreed: Annotated[list[str], "While asked: the sides that would like to."]
    began_at: Time | None
    until: Annotated[
        Time | None, "When the offer expires, or when play on ends unless a turn is played."
    ]
    server_time: Annotated[Time, "By our clock, now."]


class Offer(TypedDict):
    """An alternative to waiting."""

    kind: Annotated[str, "`robot`: a house bot now; `post`: the same as a correspondence game."]
    challenge: Annotated[Mapping[str, Any], "The body to send to `POST /challenges`."]


@like(examples.SEEK)
class Seek(TypedDict):
    """The state of my search."""

    state: Annotated[str, words(["off", "seeking", "playing"])]
    game: Annotated[str | None, "My live game."]
    ruleset: str | None
    rating: Annotated[int | None, "By which I am paired."]
    window: Annotated[int | None, "How far the rating of the other may lie away by now."]
    since: Time | None
    is_bot: Annotated[bool, "Whether I look among programs, not people."]
    offers: list[Offer]
    ask_again_s: Annotated[Positive, "Ask again by then, or the search ends."]
    server_time: Time
