"""The data of events about competitions."""

from __future__ import annotations

from typing import Annotated, TypedDict

from config.http.shape_notes import base
from games.store import happened
from games.store.shapes import AnySide


@base
class CompetitionData(TypedDict):
    """What every event about a competition says about it."""

    name: Annotated[str, "The name of the competition."]
    section: Annotated[
        str, "`open`, `under-18`, `under-15`, or in a league `division-1` and so on."
    ]
    ruleset: Annotated[str, "Which game is played."]
    your_side: Annotated[AnySide | None, "null: a competition has no sides."]


class OpenedData(CompetitionData, happened.OwnOpened):
    """A public competition that you can enter."""


class EnteredData(CompetitionData, happened.OwnEntered):
    """An entry."""


class DrawnData(CompetitionData, happened.OwnEntrants):
    """A draw."""


class MatchStartedData(CompetitionData, happened.OwnMatchStarted):
    """A started match, or another started game of it."""


class MatchEndedData(CompetitionData, happened.OwnMatchEnded):
    """A decided match."""


class ShootoutData(CompetitionData, happened.OwnShootout):
    """A shoot-out that waits for what both sides decide."""


class NearEndData(CompetitionData, happened.OwnNearEnd):
    """A round whose last day is near."""


class SectionFinishedData(CompetitionData, happened.OwnEntrants):
    """A section that is over."""


class SeasonData(CompetitionData, happened.OwnSeason):
    """A season of a league to confirm. Entries not confirmed are left out."""


class MovedData(CompetitionData):
    """The division above or below that a player moves to."""
