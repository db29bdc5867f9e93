"""The events of offers to take back a turn; that it was taken back is an act like others."""

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


class OwnTakeback(TypedDict):
    """Which turn it is about."""

    side: Annotated[AnySide, "The player who did it."]
    turn: Annotated[Positive, "The turn to take back."]


class TakebackData(GameData, OwnTakeback):
    """An offer to take back a turn, or an answer."""


TAKEBACK_OFFERED: Final = Kind[OwnTakeback](EventType.TAKEBACK_OFFERED)
TAKEBACK_DECLINED: Final = Kind[OwnTakeback](EventType.TAKEBACK_DECLINED)
TAKEBACK_WITHDRAWN: Final = Kind[OwnTakeback](EventType.TAKEBACK_WITHDRAWN)

EVENTS: Final[Mapping[EventType, EventWords]] = {
    EventType.TAKEBACK_OFFERED: EventWords(
        _("A player asks to take back the last turn."), "both", TakebackData
    ),
    EventType.TAKEBACK_DECLINED: EventWords(
        _("The opponent won't let the turn be taken back. A new turn says so too, without this."),
        "both",
        TakebackData,
    ),
    EventType.TAKEBACK_WITHDRAWN: EventWords(
        _("The player no longer wants to take back the turn."), "both", TakebackData
    ),
}
