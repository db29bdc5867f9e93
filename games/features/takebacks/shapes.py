"""An offer to take back a turn as JSON."""

from __future__ import annotations

from typing import Annotated, TypedDict

from config.http.shape_notes import Positive, like


@like({"offered_by": "white", "turn": 12})
class Takeback(TypedDict):
    """Whether someone asks to take back the last turn."""

    offered_by: Annotated[str | None, "The side that asks; null where no one does."]
    turn: Annotated[Positive | None, "The turn to take back."]
