"""The shapes of what may follow a started turn."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from config.http.schema_fields import Constant, OneOf, OtherWord, Output
from games.api import examples
from games.api.happening_outputs import SIDES
from games.api.scene_outputs import SCENE_WORDS, Scene


class ChoiceOutput(Output):
    """An action that may come next."""

    text = serializers.CharField(help_text="As it is sent.")
    label = serializers.CharField(help_text="The action in words.")  # type: ignore[assignment]

    def get_fields(self) -> dict[str, Any]:
        """Return the fields; ``from`` is a word of Python, so it is added by name."""
        return {**super().get_fields(), "from": serializers.CharField()}


class MoveChoice(ChoiceOutput):
    """A piece may move."""

    kind = Constant("move")
    to = serializers.CharField()
    captures = serializers.CharField(required=False, help_text="The piece that it takes.")


class PassChoice(ChoiceOutput):
    """The ball may be passed."""

    kind = Constant("pass")
    to = serializers.CharField()


class ShotChoice(ChoiceOutput):
    """The ball may be shot at the goal."""

    kind = Constant("shot")
    to = serializers.CharField()
    chances = serializers.DictField(
        child=serializers.IntegerField(min_value=0, max_value=100),
        help_text="Per cent by outcome.",
    )


class OtherChoice(Output):
    """An action of another game, or of a kind that was added later."""

    text = serializers.CharField(help_text="As it is sent.")
    kind = OtherWord(["move", "pass", "shot"])
    label = serializers.CharField(help_text="The action in words.")  # type: ignore[assignment]


def action_choices() -> serializers.ListField:
    """Return a list of actions of any game."""
    return serializers.ListField(
        child=OneOf("Choice", [MoveChoice, PassChoice, ShotChoice, OtherChoice])
    )


class OptionsOutput(Output):
    """The actions that may follow a started turn of Chess Eleven."""

    example = examples.OPTIONS

    turn = serializers.IntegerField(min_value=1)
    side = serializers.ChoiceField(SIDES)
    after = serializers.ListField(child=serializers.CharField())
    position = serializers.CharField()
    complete = serializers.ChoiceField(
        [-1, 0, 1],
        help_text="-1 nothing that could be sent yet, 0 may be sent or added to, 1 nothing left.",
    )
    prompt = serializers.CharField(help_text="The prompt for the player.")
    actions = action_choices()
    scene = Scene(required=False, allow_null=True, help_text=SCENE_WORDS)

    class Meta:
        ref_name = "Options"
