"""Notes and kept lines as JSON: what the views return and the OpenAPI document describes."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from config.http.shape_notes import Positive, Time, like
from games.features.notebook import examples


class KeptLineTurn(TypedDict):
    """A turn of a kept line."""

    actions: list[str]
    outcome: str | None


class KeptLine(TypedDict):
    """A kept line."""

    turn: Positive
    line: list[KeptLineTurn]
    text: Annotated[list[str], "Each turn in words, as far as it is legal."]


@like(examples.LINES)
class KeptLines(TypedDict):
    """The lines that I keep with a game."""

    lines: list[KeptLine]
    saved_at: Time | None


@like(examples.NOTE)
class Note(TypedDict):
    """My own note."""

    text: Annotated[str, "Empty where nothing was written."]
    saved_at: Time | None


class Mine(TypedDict):
    """What the notebook adds to it."""

    note: str
    lines: Annotated[list[dict[str, Any]], "As in `GET /games/{id}/lines`."]
