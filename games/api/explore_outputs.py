"""The shapes of what is ahead of a position."""

from __future__ import annotations

from rest_framework import serializers

from config.http.schema_fields import Output
from games.api import examples
from games.api.option_outputs import action_choices
from games.api.scene_outputs import SCENE_WORDS, Scene
from games.rules.contract import Phase

PHASES = [phase.value for phase in Phase]


class WalkedTurnOutput(Output):
    """A turn of the line as it would be recorded."""

    side = serializers.CharField()
    actions = serializers.ListField(
        child=serializers.CharField(), help_text="A shot with its outcome: `!e8=save`."
    )
    notation = serializers.CharField()
    position_before = serializers.CharField()
    position_after = serializers.CharField(allow_null=True)
    events = serializers.ListField(
        child=serializers.DictField(), help_text="The happenings in order, as in a turn."
    )
    told = serializers.CharField(help_text="The same in sentences.")

    class Meta:
        ref_name = "WalkedTurn"


class OutlookOutput(Output):
    """Possible turns after a line."""

    example = examples.OUTLOOK

    turn = serializers.IntegerField(
        min_value=1, help_text="The number that the turn after the line would have."
    )
    phase = serializers.ChoiceField(
        PHASES, help_text="`formation` or `over`: the line has ended the round or the game."
    )
    side = serializers.CharField(allow_null=True, help_text="The side to play; else null.")
    after = serializers.ListField(child=serializers.CharField())
    position = serializers.CharField(allow_null=True)
    complete = serializers.ChoiceField(
        [-1, 0, 1],
        help_text="-1 no whole turn yet, 0 a turn that may be added to, 1 nothing left to add.",
    )
    prompt = serializers.CharField(allow_blank=True)
    actions = action_choices()
    outcomes = serializers.DictField(
        child=serializers.IntegerField(min_value=0, max_value=100),
        help_text="How chance may end the started turn, in per cent; empty where it has no say.",
    )
    game = serializers.DictField(help_text="The game's own facts there: score, round, check.")
    line = WalkedTurnOutput(many=True)
    scene = Scene(required=False, allow_null=True, help_text=SCENE_WORDS)

    class Meta:
        ref_name = "Outlook"
