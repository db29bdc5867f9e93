"""The events of playing on now: what each says itself, its whole data, and its words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, TypedDict

from django.utils.translation import gettext_noop as _

from config.http.shape_notes import Time
from games.shown.event_words import EventWords
from games.shown.shapes.event_data import GameData
from games.store.happened import Kind, OwnSide
from games.store.outbox import EventType
from games.store.shapes import AnySide


class OwnPlaying(OwnSide):
    """Until when a wish holds."""

    until: Annotated[Time, "When the offer expires, or when play on ends unless a turn is played."]


class OwnPlayingEnded(TypedDict):
    """Why the players no longer play on now."""

    side: Annotated[AnySide | None, "The player who ended it; null if no one did."]
    why: Annotated[str, "`stopped`, `declined`, `withdrawn`, `silence` or `game_over`."]


class PlayingData(GameData, OwnPlaying):
    """A player's wish to play on now or to switch to correspondence, or the wish of all."""


class PlayingEndedData(GameData, OwnPlayingEnded):
    """Why the players no longer play on now."""


POST_ASKED: Final = Kind[OwnPlaying](EventType.POST_ASKED)
PLAYING_ASKED: Final = Kind[OwnPlaying](EventType.PLAYING_ASKED)
PLAYING_BEGAN: Final = Kind[OwnPlaying](EventType.PLAYING_BEGAN)
PLAYING_ENDED: Final = Kind[OwnPlayingEnded](EventType.PLAYING_ENDED)

EVENTS: Final[Mapping[EventType, EventWords]] = {
    EventType.POST_ASKED: EventWords(
        _("A player offers to continue a live game as a correspondence game."), "both", PlayingData
    ),
    EventType.PLAYING_ASKED: EventWords(
        _("A player offers to play on now. The game log doesn't keep it."), "both", PlayingData
    ),
    EventType.PLAYING_BEGAN: EventWords(
        _("All players agreed to play on now."), "both", PlayingData
    ),
    EventType.PLAYING_ENDED: EventWords(
        _("Playing on now ended or was declined. The deadlines haven't changed."),
        "both",
        PlayingEndedData,
    ),
}
