"""What is asked about lines of turns: shape only, no rules."""

from __future__ import annotations

from typing import Any, Final

from config.http.fields import Input, StrictInteger, StrictList, StrictText
from games.api.inputs import LARGEST_TURN, LONGEST_ACTION, MOST_ACTIONS
from games.play.walking import LineTurn

LONGEST_LINE: Final = 16
LONGEST_OUTCOME: Final = 16


def actions_field(**options: Any) -> StrictList:
    """Return a field for the actions of a turn."""
    return StrictList(
        child=StrictText(max_length=LONGEST_ACTION, trim_whitespace=False),
        max_length=MOST_ACTIONS,
        **options,
    )


class LineTurnInput(Input):
    """A turn of a line."""

    actions = actions_field(help_text="As they would be sent.")
    outcome = StrictText(
        max_length=LONGEST_OUTCOME,
        trim_whitespace=False,
        allow_null=True,
        default=None,
        help_text="How the shot ends, one of its `chances`; null where nothing is left to chance.",
    )


class LineField(StrictList):
    """The turns of a line, of both sides."""

    def __init__(self, **options: Any) -> None:
        super().__init__(child=LineTurnInput(), max_length=LONGEST_LINE, **options)


class ExploreInput(Input):
    """A line, and a turn begun after it."""

    turn = StrictInteger(
        min_value=1,
        max_value=LARGEST_TURN,
        help_text="Where the line begins: before the turn of this number.",
    )
    line = LineField(default=list, help_text="Whole turns of all sides, in order.")
    after = actions_field(default=list, help_text="The actions of the turn begun after the line.")


def read_line(said: list[dict[str, Any]]) -> list[LineTurn]:
    """Return the turns of a line that was sent."""
    return [LineTurn(turn["actions"], turn["outcome"]) for turn in said]
