"""What is ahead of a position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, TypedDict

from config.http.shape_notes import Positive, like, words
from games.rules.contract import Happening, Phase
from games.shown import examples
from games.shown.shapes.options import AnyChoice
from games.shown.shapes.scenes import AskedScene
from games.shown.shapes.values import Chances

PHASES: Final = [phase.value for phase in Phase]


class WalkedTurn(TypedDict):
    """A turn of the line as it would be recorded."""

    side: str
    actions: Annotated[list[str], "A shot with its outcome: `!e8=save`."]
    notation: str
    position_before: str
    position_after: str | None
    events: Annotated[list[Happening], "The happenings in order, as in a turn."]
    text: Annotated[str, "The same in words."]


@like(examples.OUTLOOK)
class Outlook(AskedScene):
    """Possible turns after a line."""

    turn: Annotated[Positive, "The number that the turn after the line would have."]
    phase: Annotated[
        str, words(PHASES), "`formation` or `over`: the line has ended the round or the game."
    ]
    side: Annotated[str | None, "The side to play; else null."]
    after: list[str]
    position: str | None
    complete: Annotated[
        int,
        words([-1, 0, 1]),
        "-1 no whole turn yet, 0 a turn that may be added to, 1 nothing left to add.",
    ]
    prompt: str
    actions: list[AnyChoice]
    outcomes: Annotated[
        Chances, "How chance may end the started turn, in per cent; empty where it has no say."
    ]
    game: Annotated[Mapping[str, Any], "The game's own facts there: score, round, check."]
    line: list[WalkedTurn]
