"""The events of the quick chat: what each says itself, its whole data, and its words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, NotRequired, TypedDict

from django.utils.translation import gettext_noop as _

from config.http.shape_notes import Positive
from games.shown.event_words import EventWords
from games.shown.shapes.event_data import GameData
from games.store.happened import Kind
from games.store.outbox import EventType
from games.store.shapes import AnySide


class OwnPhrase(TypedDict):
    """A sent message."""

    side: Annotated[AnySide, "The player who sent it."]
    phrase: Annotated[str, "Its key. `GET /games/{id}/phrases` has the words."]
    turn: Annotated[Positive, "The turn that was due."]
    to: NotRequired[Annotated[AnySide, "The player it is for. Absent where it is for all."]]


class PhraseData(GameData, OwnPhrase):
    """A sent message."""


PHRASE_SAID: Final = Kind[OwnPhrase](EventType.PHRASE_SAID)

EVENTS: Final[Mapping[EventType, EventWords]] = {
    EventType.PHRASE_SAID: EventWords(
        _("A player sends a quick chat message. The game log doesn't keep it."), "both", PhraseData
    ),
}
