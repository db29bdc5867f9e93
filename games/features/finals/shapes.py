"""The hour of a final as JSON: what the payload returns and the OpenAPI document describes."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from config.http.shape_notes import Positive, Time, like, words
from games.features.finals import examples
from games.features.finals.models import Final

OVER = "over"
"""The final is decided, at its hour or not."""
STATES = (*Final.State.values, OVER)


class Finalist(TypedDict):
    """A finalist, and what they said."""

    number: Positive
    player: Annotated[str | None, "null where names are hidden from you."]
    is_confirmed: Annotated[bool | None, "null before an answer."]
    is_here: Annotated[bool, "Whether they said to be there."]


@like(examples.HOUR)
class FinalHour(TypedDict):
    """The hour of a final, and what follows from it."""

    at: Annotated[Time | None, "The hour; null where none is fixed. An outage around it moves it."]
    state: Annotated[
        str | None, words(STATES), "`by_post` while it is played by correspondence after all."
    ]
    opens_at: Annotated[Time | None, "From when on the finalists can be there."]
    closes_at: Annotated[Time | None, "A finalist who isn't there by then has lost."]
    live: Annotated[dict[str, Any] | None, "The live clock."]
    finalists: Annotated[list[Finalist], "Those who are known."]
    match: Annotated[str, "Round and pairing, as `2.1`."]
    game: Annotated[str | None, "The newest game of the final."]
