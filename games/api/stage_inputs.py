"""What calls of live games carry: shape only, no rules."""

from __future__ import annotations

from typing import Final

from config.http.fields import Input, StrictInteger
from games.api.inputs import TurnInput

LARGEST_N: Final = 2**53 - 1
"""The largest whole number that every client can hold."""


class SeenInput(Input):
    """The number of a record that has just arrived."""

    n = StrictInteger(
        min_value=1, max_value=LARGEST_N, help_text="The `n` of the newest record of the stream."
    )

    class Meta:
        ref_name = "Seen"


class StageInput(TurnInput):
    """A draft of a turn."""

    class Meta:
        ref_name = "StagedTurn"
