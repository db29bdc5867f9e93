"""What calls about plans carry: shape only, no rules."""

from __future__ import annotations

from typing import Any, Final

from django.utils.translation import gettext as _
from rest_framework import serializers

from config.http.fields import Input, StrictBoolean, StrictInteger, StrictList, StrictText
from games.api.explore_inputs import LineField
from games.api.inputs import (
    LARGEST_TURN,
    LONGEST_ACTION,
    MOST_ACTIONS,
    FormationInput,
    Pieces,
    TurnInput,
    read_turn,
)
from games.features.plans.replies import Do
from games.features.plans.services import MOST_ENTRIES
from games.models import Preset
from games.rules.contract import ALARMS

MOST_TRIES: Final = 5


def _actions() -> StrictList:
    return StrictList(
        child=StrictText(max_length=LONGEST_ACTION, trim_whitespace=False),
        min_length=1,
        max_length=MOST_ACTIONS,
        help_text="As in `POST /games/{id}/turns`.",
    )


def _number(help_text: str) -> StrictInteger:
    return StrictInteger(min_value=1, max_value=LARGEST_TURN, help_text=help_text)


class ReplyInput(Input):
    """The prepared reply."""

    do = serializers.ChoiceField(
        list(map(str, Do)),
        help_text="`stop` only notifies me that the situation has come.",
    )
    actions = _actions()
    offer_draw = StrictBoolean(default=False, help_text="With a turn: offer a draw after it.")
    pieces = Pieces(required=False, help_text="Of a formation: square to letter. It is ready.")
    preset = StrictInteger(
        min_value=1, max_value=Preset.SLOTS, required=False, help_text="Or a formation I keep."
    )

    validate_pieces = FormationInput.validate_pieces

    def get_fields(self) -> dict[str, Any]:
        """Return the fields; which of them go together depends on the first."""
        fields = super().get_fields()
        fields["actions"].required = False
        return fields

    def validate(self, reply: dict[str, Any]) -> dict[str, Any]:
        """Return the reply; refuse one without what its kind needs."""
        if reply["do"] == "turn" and "actions" not in reply:
            raise serializers.ValidationError({"actions": [_("Name the turn.")]}, code="required")
        if reply["do"] == "formation" and not ({"pieces", "preset"} & set(reply)):
            raise serializers.ValidationError(
                {"pieces": [_("Name the formation.")]}, code="required"
            )
        return reply


class LinePlanInput(Input):
    """An answer for the situation to which a line leads from the present."""

    line = LineField(
        min_length=1,
        help_text="The turns of all sides from now on, until it's my turn.",
    )
    reply = ReplyInput()
    replace = StrictBoolean(
        default=False, help_text="Take the place of an answer that waits for the same situation."
    )


class PlanInput(LinePlanInput):
    """The same, with the turn that the line begins at."""

    turn = _number(help_text="The number of the next turn: the game's `turn`.")


class TriesInput(Input):
    """What to try at one turn of mine where no answer fits."""

    tries = StrictList(
        child=_actions(),
        min_length=1,
        max_length=MOST_TRIES,
        help_text="Whole turns; the first that is legal then is played.",
    )
    unless = StrictList(
        child=serializers.ChoiceField(sorted(ALARMS)),
        max_length=len(ALARMS),
        default=list,
        help_text="Not after one of these was done to me since my last turn.",
    )


class FallbackInput(TriesInput):
    """The same, with the turn that it is for."""

    turn = _number(help_text="The number of my turn that it is for: one that is yet to come.")


class LaterFallbackInput(TriesInput):
    """The same beside a turn, for my next one after it."""

    turn = StrictInteger(
        min_value=1,
        max_value=LARGEST_TURN,
        required=False,
        help_text="The number of my turn that it is for; my next one, if each other plays once.",
    )


class PlannedTurnInput(TurnInput):
    """A whole turn, and conditional moves after it."""

    plans = StrictList(
        child=LinePlanInput(),
        required=False,
        max_length=MOST_ENTRIES,
        help_text="Answers to keep with it; each line begins with this turn.",
    )
    fallback = LaterFallbackInput(required=False)

    class Meta:
        # What generated clients have called it since before there were plans.
        ref_name = "Turn"


def read_planned_turn(data: Any) -> dict[str, Any]:
    """Return a turn that was sent, with the plans that came with it; refuse another shape."""
    if isinstance(data, dict) and not {"plans", "fallback"} & set(data):
        turn, actions = read_turn(data)
        return {"turn": turn, "actions": actions}
    body = PlannedTurnInput(data=data)
    body.is_valid(raise_exception=True)
    return dict(body.validated_data)
