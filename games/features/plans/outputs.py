"""How answers about plans look."""

from __future__ import annotations

from rest_framework import serializers

from config.http.schema_fields import Output
from games.features.plans import examples
from games.features.plans.models import Status
from games.features.plans.replies import Do
from games.rules.contract import ALARMS


class LineTurnOutput(Output):
    """A turn of a line."""

    side = serializers.CharField()
    actions = serializers.ListField(child=serializers.CharField())
    outcome = serializers.CharField(allow_null=True)
    notation = serializers.CharField()
    text = serializers.CharField(help_text="The turn in words.")

    class Meta:
        ref_name = "LineTurn"


class ReplyOutput(Output):
    """The prepared reply."""

    do = serializers.ChoiceField(list(map(str, Do)))
    actions = serializers.ListField(child=serializers.CharField(), required=False)
    notation = serializers.CharField(required=False)
    offer_draw = serializers.BooleanField(required=False)
    pieces = serializers.DictField(child=serializers.CharField(), required=False)
    preset = serializers.IntegerField(allow_null=True, required=False)
    text = serializers.CharField(help_text="The same in words.")

    class Meta:
        ref_name = "PlanReply"


class _PreparedOutput(Output):
    """What became of something prepared."""

    status = serializers.ChoiceField(Status.choices)
    made_at = serializers.DateTimeField()
    settled_at = serializers.DateTimeField(allow_null=True)
    fired_turn = serializers.IntegerField(
        min_value=1, allow_null=True, help_text="The turn at which it was carried out."
    )
    because = serializers.CharField(
        allow_null=True,
        help_text="Why it was dropped: `removed`, `replaced`, `round_over`, `game_over`, `alarm`,"
        " `illegal`, `too_late`, or the code of a refusal.",
    )


class PlanEntryOutput(_PreparedOutput):
    """An answer that was prepared."""

    example = examples.ENTRY

    id = serializers.IntegerField(min_value=1)
    round = serializers.IntegerField(min_value=1)
    line = LineTurnOutput(many=True)
    position = serializers.CharField(allow_null=True, help_text="null between rounds.")
    reply = ReplyOutput()
    made_at_turn = serializers.IntegerField(min_value=1)

    class Meta:
        ref_name = "PlanEntry"


class PlanFallbackOutput(_PreparedOutput):
    """The turns to try at one turn."""

    example = examples.FALLBACK

    turn = serializers.IntegerField(min_value=1)
    tries = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    unless = serializers.ListField(child=serializers.ChoiceField(sorted(ALARMS)))

    class Meta:
        ref_name = "PlanFallback"


class PlansOutput(Output):
    """All that I have prepared in a game."""

    example = examples.PLANS

    turn = serializers.IntegerField(min_value=1, help_text="The number of the next turn.")
    entries = PlanEntryOutput(many=True)
    fallback = PlanFallbackOutput(allow_null=True)
    left = serializers.IntegerField(min_value=0, help_text="How many answers more may wait.")

    class Meta:
        ref_name = "Plans"
