"""Talk in a game as JSON: what the payloads return and the OpenAPI document describes."""

from __future__ import annotations

from typing import Annotated, TypedDict

from config.http.shape_notes import Count, Positive, Time, like
from games.features.talk import examples
from games.store.shapes import AnySide


@like(examples.MESSAGE)
class TalkMessage(TypedDict):
    """A written message."""

    id: str
    side: AnySide
    text: Annotated[str, "One line of plain text. Never make its addresses links."]
    turn: Annotated[Positive, "The turn that was due."]
    said_at: Time


@like(examples.TALK)
class Talk(TypedDict):
    """The talk in a game, and who has agreed to it."""

    is_open: Annotated[bool, "Whether everyone has agreed, so that you can write."]
    has_agreed: Annotated[bool, "Whether you agreed to talk with all the others."]
    agreed: Annotated[list[AnySide], "The others who agreed to talk with you."]
    left: Annotated[Count, "How many messages you may still write today (UTC)."]
    next: str | None
    previous: str | None
    results: Annotated[list[TalkMessage], "Newest first."]
