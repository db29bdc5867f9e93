"""The events of finals at an hour: what each says itself, its whole data, and its words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, TypedDict

from django.utils.translation import gettext_noop as _

from config.http.shape_notes import Time
from games.shown.event_words import EventWords
from games.shown.shapes.event_data import CompetitionData
from games.store.happened import Kind
from games.store.outbox import EventType


class OwnFixed(TypedDict):
    """When the final is to be played."""

    at: Annotated[Time | None, "The hour; null if it was taken back."]


class OwnFinal(TypedDict):
    """The hour of a final."""

    at: Annotated[Time, "The hour."]


class FinalFixedData(CompetitionData, OwnFixed):
    """The hour of a final, fixed, moved or taken back."""


class FinalData(CompetitionData, OwnFinal):
    """The hour of a final."""


FINAL_FIXED: Final = Kind[OwnFixed](EventType.FINAL_FIXED)
FINAL_ASKED: Final = Kind[OwnFinal](EventType.FINAL_ASKED)
FINAL_NEAR: Final = Kind[OwnFinal](EventType.FINAL_NEAR)

EVENTS: Final[Mapping[EventType, EventWords]] = {
    EventType.FINAL_FIXED: EventWords(
        _("The organiser fixed, moved or took back the hour of the final."),
        "all players of the section",
        FinalFixedData,
    ),
    EventType.FINAL_ASKED: EventWords(
        _("You're in the final. Confirm or decline its time."), "both finalists", FinalData
    ),
    EventType.FINAL_NEAR: EventWords(
        _("The final begins in an hour. Be there."), "both finalists", FinalData
    ),
}
