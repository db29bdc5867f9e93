"""Playing by words as JSON: what the payloads return and the OpenAPI document describes."""

from __future__ import annotations

from typing import Annotated, TypedDict

from config.http.shape_notes import like, words
from games.features.say import examples
from games.features.say.saying import Did
from games.shown.shapes.games import AnyGame
from games.shown.shapes.turns import AnyTurn


@like(examples.SAID)
class Said(TypedDict):
    """What a text did."""

    did: Annotated[str, words(map(str, Did)), "`asked` did nothing yet: see `ask`."]
    text: Annotated[str, "The same in words."]
    ask: Annotated[str | None, "The text to send to confirm it."]
    board: Annotated[str, "The game now, in lines of plain text."]
    turn: Annotated[AnyTurn | None, "The turn that was played."]
    game: AnyGame
