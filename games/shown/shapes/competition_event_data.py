"""The data of events about competitions."""

from __future__ import annotations

from typing import Annotated, TypedDict

from config.http.shape_notes import Count, Positive, Time
from games.store.shapes import AnySide


class CompetitionData(TypedDict):
    """What every event about a competition says about it."""

    name: Annotated[str, "The name of the competition."]
    section: Annotated[
        str, "`open`, `under-18`, `under-15`, or in a league `division-1` and so on."
    ]
    ruleset: Annotated[str, "Which game is played."]
    your_side: Annotated[AnySide | None, "null: a competition has no sides."]


class OpenedData(CompetitionData):
    """A public competition that you can enter."""

    closes_at: Annotated[Time, "When entries close."]


class EnteredData(CompetitionData):
    """An entry."""

    waiting: Annotated[bool, "Whether it is on the waiting list."]


class DrawnData(CompetitionData):
    """A draw."""

    entrants: Count


class MatchData(CompetitionData):
    """What happened in a match."""

    match: Annotated[str, "Round and pairing, as `2.1`."]


class MatchStartedData(MatchData):
    """A started match, or another started game of it."""

    game: Annotated[str, "The game that has begun."]


class MatchEndedData(MatchData):
    """A decided match."""

    winner: Annotated[Positive | None, "The number of the player who advances; null for no one."]
    by: Annotated[str, "As in the bracket: `game`, `count`, `walkover`, …"]


class ShootoutData(MatchData):
    """A shoot-out that waits for what both sides decide."""

    due_at: Annotated[Time, "Until when; what is missing falls by lot."]


class NearEndData(MatchData):
    """A round whose last day is near."""

    ends_at: Time
    game: Annotated[str | None, "The game that is running."]
    count: Annotated[dict[str, int], "Each side's material on the board, by side."]


class SectionFinishedData(CompetitionData):
    """A section that is over."""

    entrants: Count


class SeasonData(CompetitionData):
    """A season of a league to confirm. Entries not confirmed are left out."""

    season: Positive
    until: Annotated[Time, "The last moment to enter it."]


class MovedData(CompetitionData):
    """The division above or below that a player moves to."""
