"""The shapes of events about competitions."""

from __future__ import annotations

from rest_framework import serializers

from config.http.schema_fields import Output
from games.api.side_fields import AnySide


class CompetitionData(Output):
    """What every event about a competition says about it."""

    name = serializers.CharField(help_text="The name of the competition.")
    section = serializers.CharField(
        help_text="`open`, `under-18`, `under-15`, or in a league `division-1` and so on."
    )
    ruleset = serializers.CharField(help_text="Which game is played.")
    your_side = AnySide(allow_null=True, help_text="null: a competition has no sides.")


class OpenedData(CompetitionData):
    """A public competition that you can enter."""

    closes_at = serializers.DateTimeField(help_text="When entries close.")


class EnteredData(CompetitionData):
    """An entry."""

    waiting = serializers.BooleanField(help_text="Whether it is on the waiting list.")


class DrawnData(CompetitionData):
    """A draw."""

    entrants = serializers.IntegerField(min_value=0)


class MatchData(CompetitionData):
    """What happened in a match."""

    match = serializers.CharField(help_text="Round and pairing, as `2.1`.")


class MatchStartedData(MatchData):
    """A started match, or another started game of it."""

    game = serializers.CharField(help_text="The game that has begun.")


class MatchEndedData(MatchData):
    """A decided match."""

    winner = serializers.IntegerField(
        min_value=1,
        allow_null=True,
        help_text="The number of the player who advances; null for no one.",
    )
    by = serializers.CharField(help_text="As in the bracket: `game`, `count`, `walkover`, …")


class ShootoutData(MatchData):
    """A shoot-out that waits for what both sides decide."""

    due_at = serializers.DateTimeField(help_text="Until when; what is missing falls by lot.")


class NearEndData(MatchData):
    """A round whose last day is near."""

    ends_at = serializers.DateTimeField()
    game = serializers.CharField(allow_null=True, help_text="The game that is running.")
    count = serializers.DictField(
        child=serializers.IntegerField(), help_text="Each side's material on the board, by side."
    )


class SectionFinishedData(CompetitionData):
    """A section that is over."""

    entrants = serializers.IntegerField(min_value=0)


class SeasonData(CompetitionData):
    """A season of a league to confirm. Entries not confirmed are left out."""

    season = serializers.IntegerField(min_value=1)
    until = serializers.DateTimeField(help_text="The last moment to enter it.")


class MovedData(CompetitionData):
    """The division above or below that a player moves to."""
