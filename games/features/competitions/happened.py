"""The events of competitions: what each says itself, its whole data, and its words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, TypedDict

from django.utils.translation import gettext_noop as _

from config.http.shape_notes import Count, Positive, Time
from games.shown.event_words import EventWords
from games.shown.shapes.event_data import CompetitionData
from games.store.happened import Kind, OwnNothing
from games.store.outbox import EventType


class OwnOpened(TypedDict):
    """Until when you can enter."""

    closes_at: Annotated[Time, "When entries close."]


class OwnEntered(TypedDict):
    """How an entry is."""

    waiting: Annotated[bool, "Whether it is on the waiting list."]


class OwnEntrants(TypedDict):
    """How many were drawn."""

    entrants: Count


class OwnMatch(TypedDict):
    """Which match it is about."""

    match: Annotated[str, "Round and pairing, as `2.1`."]


class OwnMatchStarted(OwnMatch):
    """The game of a match that started."""

    game: Annotated[str, "The game that has begun."]


class OwnMatchEnded(OwnMatch):
    """How a match was decided."""

    winner: Annotated[Positive | None, "The number of the player who advances; null for no one."]
    by: Annotated[str, "As in the bracket: `game`, `count`, `walkover`, …"]


class OwnShootout(OwnMatch):
    """Until when both sides decide."""

    due_at: Annotated[Time, "Until when; what is missing falls by lot."]


class OwnNearEnd(OwnMatch):
    """How a match is while its round ends."""

    ends_at: Time
    game: Annotated[str | None, "The game that is running."]
    count: Annotated[dict[str, int], "Each side's material on the board, by side."]


class OwnSeason(TypedDict):
    """Which season you can confirm."""

    season: Positive
    until: Annotated[Time, "The last moment to enter it."]


class OpenedData(CompetitionData, OwnOpened):
    """A public competition that you can enter."""


class EnteredData(CompetitionData, OwnEntered):
    """An entry."""


class DrawnData(CompetitionData, OwnEntrants):
    """A draw."""


class MatchStartedData(CompetitionData, OwnMatchStarted):
    """A started match, or another started game of it."""


class MatchEndedData(CompetitionData, OwnMatchEnded):
    """A decided match."""


class ShootoutData(CompetitionData, OwnShootout):
    """A shoot-out that waits for what both sides decide."""


class NearEndData(CompetitionData, OwnNearEnd):
    """A round whose last day is near."""


class SectionFinishedData(CompetitionData, OwnEntrants):
    """A section that is over."""


class SeasonData(CompetitionData, OwnSeason):
    """A season of a league to confirm. Entries not confirmed are left out."""


class MovedData(CompetitionData):
    """The division above or below that a player moves to."""


COMPETITION_OPENED: Final = Kind[OwnOpened](EventType.COMPETITION_OPENED)
COMPETITION_ENTERED: Final = Kind[OwnEntered](EventType.COMPETITION_ENTERED)
COMPETITION_DRAWN: Final = Kind[OwnEntrants](EventType.COMPETITION_DRAWN)
MATCH_STARTED: Final = Kind[OwnMatchStarted](EventType.MATCH_STARTED)
MATCH_ENDED: Final = Kind[OwnMatchEnded](EventType.MATCH_ENDED)
SHOOTOUT_DUE: Final = Kind[OwnShootout](EventType.SHOOTOUT_DUE)
ROUND_NEAR_END: Final = Kind[OwnNearEnd](EventType.ROUND_NEAR_END)
SECTION_FINISHED: Final = Kind[OwnEntrants](EventType.SECTION_FINISHED)
SEASON_CONFIRM: Final = Kind[OwnSeason](EventType.SEASON_CONFIRM)
PROMOTED: Final = Kind[OwnNothing](EventType.PROMOTED)
RELEGATED: Final = Kind[OwnNothing](EventType.RELEGATED)

EVENTS: Final[Mapping[EventType, EventWords]] = {
    EventType.COMPETITION_OPENED: EventWords(
        _("A public competition is open for entries."),
        "players who asked to hear of it",
        OpenedData,
    ),
    EventType.COMPETITION_ENTERED: EventWords(
        _("An entry was accepted."), "the entrant", EnteredData
    ),
    EventType.COMPETITION_DRAWN: EventWords(
        _("The draw is made."), "all entrants of the section", DrawnData
    ),
    EventType.MATCH_STARTED: EventWords(
        _("A match has started, or its second or deciding game."), "both players", MatchStartedData
    ),
    EventType.MATCH_ENDED: EventWords(_("A match is decided."), "both players", MatchEndedData),
    EventType.SHOOTOUT_DUE: EventWords(
        _("A Chess Eleven match is tied. Choose your penalties."), "both players", ShootoutData
    ),
    EventType.ROUND_NEAR_END: EventWords(
        _("The round ends in three days."), "both players of a running match", NearEndData
    ),
    EventType.SECTION_FINISHED: EventWords(
        _("The competition is over."), "all players of the section", SectionFinishedData
    ),
    EventType.SEASON_CONFIRM: EventWords(
        _("A season to confirm or a cup of friends to join."),
        "all players of the last season",
        SeasonData,
    ),
    EventType.PROMOTED: EventWords(
        _("A season has ended and its player is promoted."), "the promoted player", MovedData
    ),
    EventType.RELEGATED: EventWords(
        _("A season has ended and its player is relegated."), "the relegated player", MovedData
    ),
}
