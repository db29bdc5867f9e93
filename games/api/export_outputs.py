"""The shapes of a game's whole record; ``games.shown.export`` makes it."""

from __future__ import annotations

from rest_framework import serializers

from config.http.schema_fields import Constant, Output
from games.api import examples, outputs
from games.api.happening_outputs import SIDES
from games.api.mine_outputs import MineOutput
from games.shown.export import FORMAT


class RulesOutput(Output):
    """Which laws a game was played by."""

    ruleset = serializers.CharField()
    version = serializers.IntegerField(min_value=1)

    class Meta:
        ref_name = "Rules"


class LockedFormation(Output):
    """How a side began a round."""

    round = serializers.IntegerField(min_value=1)
    side = serializers.ChoiceField(SIDES)
    pieces = serializers.DictField(
        child=serializers.CharField(), help_text="Square to upper-case letter."
    )
    locked_at = serializers.DateTimeField()


class BeginningOutput(Output):
    """The beginning of a game that continues another."""

    goes_on_from = serializers.CharField(help_text="The other game.")
    goes_on_from_turn = serializers.IntegerField(min_value=1, help_text="The turn due there.")
    begins_at = serializers.CharField(help_text="The position before the first turn.")

    class Meta:
        ref_name = "Beginning"


class CommonExport(Output):
    """What the record of every game holds."""

    rules = RulesOutput()
    acts = outputs.ActOutput(many=True)
    begins_with = BeginningOutput(
        required=False, help_text="Only if the game continues another one."
    )
    how_to_replay = serializers.CharField()
    how_to_verify = serializers.CharField()
    mine = MineOutput(required=False, help_text="With `?mine=1`.")


class ExportOutput(CommonExport):
    """The whole record of a game of Chess Eleven."""

    example = examples.EXPORT

    format = Constant(FORMAT)
    game = outputs.GameOutput()
    formations = LockedFormation(many=True)
    turns = outputs.TurnOutput(many=True)

    class Meta:
        ref_name = "Export"
