"""Output shapes of time: the terms, a clock that is paused, how soon someone answers."""

from __future__ import annotations

from rest_framework import serializers

from config.http.schema_fields import Output


class Clock(Output):
    """The time control."""

    turn_s = serializers.IntegerField(min_value=1, help_text="Seconds for a turn.")
    reserve_s = serializers.IntegerField(
        min_value=0, help_text="Seconds beyond the turns, once in the whole game."
    )
    gain_s = serializers.IntegerField(
        min_value=0, help_text="Seconds added to the time bank after each of your turns."
    )
    leave = serializers.BooleanField(help_text="Whether vacation pauses a player's clock.")


class LiveTerms(Output):
    """The clock settings of a live game. Their members depend on its kind."""

    clock = serializers.CharField(help_text="`halves` or `fischer`.")
    half = serializers.IntegerField(required=False, help_text="Seconds of a half.")
    turn = serializers.IntegerField(required=False, help_text="Seconds for a turn.")
    formation = serializers.IntegerField(required=False, help_text="Seconds for a formation.")
    goals = serializers.IntegerField(
        required=False, allow_null=True, help_text="Goals that win the game; null for no limit."
    )
    base = serializers.IntegerField(required=False, help_text="Seconds of each side.")
    increment = serializers.IntegerField(
        required=False, help_text="Seconds that each turn adds to its side's."
    )


class LiveClock(Output):
    """The clock of a live game, as the last change of the game left it."""

    terms = LiveTerms()
    phase = serializers.CharField(
        help_text=(
            "`formation`, `first` (a first turn; without it the game is aborted), `turn` or `over`."
        )
    )
    half = serializers.IntegerField(min_value=1, allow_null=True, help_text="Where there are any.")
    clock_ms = serializers.DictField(
        child=serializers.IntegerField(min_value=0),
        help_text="Milliseconds left at `runs_from`, under `match` or by side.",
    )
    running = serializers.BooleanField(
        help_text=(
            "Whether one of `clock_ms` runs from `runs_from`: that of the game, or of the side "
            "to play."
        )
    )
    runs_from = serializers.DateTimeField(
        allow_null=True, help_text="A little ahead while a shot is being shown."
    )
    turn_ends_at = serializers.DateTimeField(
        allow_null=True, help_text="When the time of the turn is over; we wait a little longer."
    )
    formation_ends_at = serializers.DateTimeField(allow_null=True)
    run_outs = serializers.DictField(
        child=serializers.IntegerField(min_value=0),
        allow_null=True,
        help_text="By side: turns in a row whose time ran out. Three lose the game.",
    )
    server_time = serializers.DateTimeField(
        required=False, help_text="Our clock, to the millisecond; not in events."
    )


class Paused(Output):
    """A paused clock."""

    side = serializers.CharField()
    why = serializers.CharField(
        help_text=(
            "`leave`: the player is on vacation; `outage`: all clocks are paused, and lost time "
            "is added back."
        )
    )
    until = serializers.DateTimeField(allow_null=True, help_text="null if unknown.")


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
        min_value=0, help_text="Games lost by a missed deadline."
    )
    running = serializers.IntegerField(min_value=0, help_text="Running games.")
    finished = serializers.IntegerField(min_value=0)
    away_until = serializers.DateTimeField(allow_null=True, help_text="The end of a vacation.")

    class Meta:
        ref_name = "Pace"
