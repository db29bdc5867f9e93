"""The event of an offered seat; that it was taken is an act like others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, TypedDict

from django.utils.translation import gettext_noop as _

from games.shown.event_words import EventWords
from games.shown.shapes.event_data import GameData
from games.store.happened import Kind
from games.store.outbox import EventType
from games.store.shapes import AnySide


class OwnSeat(TypedDict):
    """Which seat, and what became of its offer."""

    side: Annotated[AnySide, "The player who offered it, agreed or declined."]
    seat: Annotated[AnySide, "The vacant seat."]
    is_offered: Annotated[bool, "false once it is declined."]
    is_open: Annotated[bool, "Whether all agreed, so that someone can take it."]


class SeatData(GameData, OwnSeat):
    """The offer of a vacant seat."""


SEAT_OFFERED: Final = Kind[OwnSeat](EventType.SEAT_OFFERED)

EVENTS: Final[Mapping[EventType, EventWords]] = {
    EventType.SEAT_OFFERED: EventWords(
        _("A player offers the seat of a bot to a person, agrees to it or declines."),
        "all players",
        SeatData,
    ),
}
