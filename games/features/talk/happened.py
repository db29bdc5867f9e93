"""The event of a written message: what it says itself, its whole data, and its words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, TypedDict

from django.utils.translation import gettext_noop as _

from config.http.shape_notes import Positive
from games.shown.event_words import EventWords
from games.shown.shapes.event_data import GameData
from games.store.happened import Kind
from games.store.outbox import EventType
from games.store.shapes import AnySide


class OwnTalk(TypedDict):
    """A written message, without its text."""

    side: Annotated[AnySide, "The player who wrote it."]
    message: Annotated[str, "Its id. `GET /games/{id}/talk` has the text."]
    turn: Annotated[Positive, "The turn that was due."]


class TalkData(GameData, OwnTalk):
    """A written message, without its text."""


TALK: Final = Kind[OwnTalk](EventType.TALK)

EVENTS: Final[Mapping[EventType, EventWords]] = {
    EventType.TALK: EventWords(
        _("A player writes a message. The game log doesn't keep it."), "both", TalkData
    ),
}
