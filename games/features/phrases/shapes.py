"""Messages of a game as JSON: what the payloads return and the OpenAPI document describes."""

from __future__ import annotations

from typing import Annotated, TypedDict

from config.http.shape_notes import Count, Positive, Time, like
from games.features.phrases import examples


class PhraseChoice(TypedDict):
    """A message that may be sent."""

    phrase: Annotated[str, "The key to send."]
    text: Annotated[str, "In your language."]


@like(examples.SAID)
class SaidPhrase(TypedDict):
    """A sent message."""

    side: str
    phrase: str
    text: Annotated[str, "In your language."]
    to: Annotated[str | None, "The side it is for; null where it is for all."]
    turn: Annotated[Positive, "The turn that was due."]
    said_at: Time


@like(examples.PHRASES)
class Phrases(TypedDict):
    """The messages sent in a game, and those that can be sent."""

    is_off: Annotated[bool, "Whether you turned quick chat off."]
    is_muted: Annotated[bool, "Whether you hear nothing in this game."]
    left: Annotated[Count, "How many you may say at this turn."]
    choices: list[PhraseChoice]
    next: str | None
    previous: str | None
    results: Annotated[list[SaidPhrase], "Messages you sent and received, oldest first."]
