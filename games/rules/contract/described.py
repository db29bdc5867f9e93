"""What a rule set says of its games as JSON: typed, with notes that the API documents it by."""

from __future__ import annotations

from typing import Annotated, NamedTuple, TypedDict


class Limits(NamedTuple):
    """The least and the greatest value of a number."""

    min_value: int | None = None
    max_value: int | None = None


class Words(NamedTuple):
    """The words that a text may be."""

    choices: tuple[str, ...]


Positive = Annotated[int, Limits(1)]
Count = Annotated[int, Limits(0)]


class BoardDescription(TypedDict):
    """A game of moves on squares."""

    round: Positive
    side_to_play: Annotated[str | None, "Whose turn it is; null when the game is over."]
    position: Annotated[str, "In the notation of the game."]
    in_check: Annotated[bool, "Whether the side to play is in check."]
    legal_actions: Annotated[list[str], "With what a turn may begin."]
    may_claim: Annotated[str | None, "The reason for which the side to play may end the game."]
