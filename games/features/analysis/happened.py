"""The event of an analysis: its own data, its whole data, and its words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, TypedDict

from django.utils.translation import gettext_noop as _

from games.shown.event_words import EventWords
from games.shown.shapes.event_data import GameData
from games.store.happened import Kind
from games.store.outbox import EventType


class OwnAnalysis(TypedDict):
    """Which analysis is there."""

    analysis: Annotated[str, "`summed`, or with better turns `done`."]
    value: Annotated[str, "The version of the chances that it goes by."]


class AnalysisData(GameData, OwnAnalysis):
    """The analysis of a finished game."""


ANALYSIS_READY: Final = Kind[OwnAnalysis](EventType.ANALYSIS_READY)

EVENTS: Final[Mapping[EventType, EventWords]] = {
    EventType.ANALYSIS_READY: EventWords(
        _("The analysis of a finished game is ready."), "its players, except bots", AnalysisData
    ),
}
