"""Output shapes of time: the terms, a clock that stands still, how soon somebody answers."""

from __future__ import annotations

from rest_framework import serializers

from config.http.schema_fields import Output


class Clock(Output):
    """The terms of time."""

    turn_s = serializers.IntegerField(min_value=1, help_text="Seconds for a turn.")
    reserve_s = serializers.IntegerField(
        min_value=0, help_text="Seconds beyond the turns, once in the whole game."
    )
    gain_s = serializers.IntegerField(
        min_value=0, help_text="Seconds that come back to the reserve after each own turn."
    )
    leave = serializers.BooleanField(
        help_text="Whether the clock of a player on leave stands still."
    )


class Paused(Output):
    """A clock that stands still."""

    side = serializers.CharField()
    why = serializers.CharField(help_text="`leave`: the player is away.")
    until = serializers.DateTimeField()


class PaceOutput(Output):
    """How soon a player answers: the turns of ninety days, a thousand at most."""

    turns_90d = serializers.IntegerField(min_value=0)
    median_s = serializers.IntegerField(
        min_value=0, allow_null=True, help_text="Half of the turns took so long at most."
    )
    p80_s = serializers.IntegerField(
        min_value=0, allow_null=True, help_text="Four in five took so long at most."
    )
    hours = serializers.ListField(
        child=serializers.IntegerField(min_value=0),
        help_text="Turns played in each hour of the day (UTC), from 0 to 23.",
    )
    due_90d = serializers.IntegerField(min_value=0, help_text="Turns played or missed.")
    missed_90d = serializers.IntegerField(min_value=0, help_text="Deadlines missed.")
    lost_on_time_90d = serializers.IntegerField(
        min_value=0, help_text="Matches lost by a missed deadline."
    )
    running = serializers.IntegerField(min_value=0, help_text="Games that go on.")
    finished = serializers.IntegerField(min_value=0)
    away_until = serializers.DateTimeField(allow_null=True, help_text="The end of a leave.")

    class Meta:
        ref_name = "Pace"
