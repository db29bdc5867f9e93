"""The shapes of what the API shows of the games that can be played, and of any position."""

from __future__ import annotations

from rest_framework import serializers

from config.http.schema_fields import Output
from games.api import examples
from games.api.option_outputs import action_choices
from games.api.outputs import Person
from games.api.time_outputs import LiveTerms


class OptionChoice(Output):
    """One of the values that an option can have."""

    value = serializers.JSONField()
    label = serializers.CharField()  # type: ignore[assignment]


class OptionFieldOutput(Output):
    """One term of a game, as a form shows it."""

    name = serializers.CharField()
    kind = serializers.ChoiceField(["whole", "choice", "flag", "sides"])
    default = serializers.JSONField()  # type: ignore[assignment]
    label = serializers.CharField()  # type: ignore[assignment]
    help = serializers.CharField()
    least = serializers.IntegerField(allow_null=True)
    most = serializers.IntegerField(allow_null=True)
    choices = OptionChoice(many=True)

    class Meta:
        ref_name = "OptionField"


class SeatsOutput(Output):
    """How many can play."""

    least = serializers.IntegerField(min_value=2)
    most = serializers.IntegerField(min_value=2)
    by_lot = serializers.BooleanField(
        help_text="Whether they are always drawn by lot: a challenge then asks for no `side`."
    )


class RulesetOutput(Output):
    """A game that can be played here."""

    example = examples.RULESET

    key = serializers.CharField(help_text="The `ruleset` of a challenge and of a game.")
    version = serializers.IntegerField(min_value=1)
    name = serializers.CharField()
    tagline = serializers.CharField(help_text="The game in one line.")
    sides = serializers.ListField(
        child=serializers.CharField(), help_text="Every seat, in the order of play."
    )
    seats = SeatsOutput()
    options = OptionFieldOutput(many=True)
    reasons = serializers.ListField(
        child=serializers.CharField(), help_text="Every word of `result.reason`."
    )
    acts = serializers.DictField(
        child=serializers.CharField(), help_text="The acts outside a turn, and their labels."
    )
    live = LiveTerms(
        allow_null=True, help_text="The usual clock of a live game; null if there is none."
    )
    has_arrangements = serializers.BooleanField(help_text="Whether sides choose formations.")
    has_chance = serializers.BooleanField(help_text="Whether a roll ever decides anything.")
    robots = serializers.ListField(child=serializers.CharField(), help_text="By strength.")

    class Meta:
        ref_name = "Ruleset"


class RobotOutput(Person):
    """A house bot."""

    example = examples.ROBOT

    strength = serializers.CharField(help_text="One of `robots` in `GET /rulesets`.")
    rulesets = serializers.ListField(
        child=serializers.CharField(), help_text="The games that it plays."
    )

    class Meta:
        ref_name = "Robot"


class PositionOptionsOutput(Output):
    """The actions that may follow a started turn in a position."""

    example = {name: value for name, value in examples.OPTIONS.items() if name != "turn"}

    side = serializers.CharField(help_text="The side to play; one of the `sides` of the rule set.")
    after = serializers.ListField(child=serializers.CharField())
    position = serializers.CharField(help_text="The position that was reached.")
    complete = serializers.ChoiceField(
        [-1, 0, 1],
        help_text="-1 nothing that could be sent yet, 0 may be sent or added to, 1 nothing left.",
    )
    prompt = serializers.CharField(help_text="The prompt for the player.")
    actions = action_choices()

    class Meta:
        ref_name = "PositionOptions"


class WholeTurnOutput(Output):
    """A turn as it could be sent."""

    actions = serializers.ListField(child=serializers.CharField())
    position = serializers.CharField(
        allow_null=True,
        help_text=(
            "The position it leads to; null after a shot and where the round or the game ends."
        ),
    )

    class Meta:
        ref_name = "WholeTurn"


class PositionTurnsOutput(Output):
    """Every whole turn of a position."""

    example = examples.POSITION_TURNS

    position = serializers.CharField()
    complete = serializers.BooleanField(help_text="Whether these are all.")
    turns = WholeTurnOutput(many=True)

    class Meta:
        ref_name = "PositionTurns"
