"""What calls about lessons send."""

from __future__ import annotations

from typing import Any, Final

from rest_framework import serializers

from config.http.fields import Input, StrictBoolean, StrictInteger, StrictList, StrictText
from games.api.inputs import LONGEST_ACTION, MOST_ACTIONS

MOST_BEFORE: Final = 8


def _action() -> serializers.Field[Any, Any, Any, Any]:
    return StrictText(max_length=LONGEST_ACTION)


class TryInput(Input):
    """A try."""

    actions = StrictList(
        child=_action(),
        max_length=MOST_ACTIONS,
        help_text="Of the turn as far as it goes; a square to tap, or two to swap in a line-up.",
    )
    before = StrictList(
        child=StrictList(child=_action(), max_length=MOST_ACTIONS),
        max_length=MOST_BEFORE,
        default=list,
        help_text="The turns played in this step before, where it takes several.",
    )
    whole = StrictBoolean(
        default=False, help_text="Whether the turn ends here, though it could continue."
    )
    tries = StrictInteger(
        min_value=0, max_value=1000, default=0, help_text="Tries that failed; each costs a star."
    )
