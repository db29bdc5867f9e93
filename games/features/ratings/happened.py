"""The events of ratings: what each says itself, its whole data, and its words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypedDict

from django.utils.translation import gettext_noop as _

from games.shown.event_words import EventWords
from games.shown.shapes.event_data import GameData
from games.shown.shapes.games import RatingChange
from games.store.happened import Kind
from games.store.outbox import EventType


class OwnRating(TypedDict):
    """What a rated game changed."""

    rating_change: RatingChange


class RatingData(GameData, OwnRating):
    """What a rated game did to the ratings."""


RATING_CHANGED: Final = Kind[OwnRating](EventType.RATING_CHANGED)

EVENTS: Final[Mapping[EventType, EventWords]] = {
    EventType.RATING_CHANGED: EventWords(
        _("A rated game was counted, or its rating change was reversed."), "both", RatingData
    ),
}
