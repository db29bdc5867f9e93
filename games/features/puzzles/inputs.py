"""What calls about puzzles send."""

from __future__ import annotations

from typing import Final

from rest_framework import serializers

from config.http.fields import Input, StrictBoolean, StrictInteger, StrictText
from games.api.inputs import LONGEST_ACTION, MOST_ACTIONS

MOST_MS: Final = 24 * 3600 * 1000


class PuzzleTryInput(Input):
    """A turn that may be the right one."""

    actions = serializers.ListField(
        child=StrictText(max_length=LONGEST_ACTION),
        max_length=MOST_ACTIONS,
        default=list,
        help_text="The turn as `POST /games/{id}/turns` takes it.",
    )
    whole = StrictBoolean(
        default=True,
        help_text="false: a turn that could continue isn't judged; `options` list what may follow.",
    )
    give_up = StrictBoolean(
        default=False, help_text="Show the solution instead; the puzzle is then not solved."
    )
    ms = StrictInteger(
        min_value=0,
        max_value=MOST_MS,
        default=None,
        allow_null=True,
        help_text="Milliseconds that it took.",
    )


class PuzzleLikeInput(Input):
    """Whether it is liked."""

    like = StrictBoolean(default=True)
