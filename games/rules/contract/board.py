"""A board of squares as JSON, for pages and programs that draw it."""

from __future__ import annotations

from typing import Annotated, Final, TypedDict

from games.rules.contract.described import Count, Words

PIECE_STATES: Final = ("", "away", "out")


class SceneSquare(TypedDict):
    """A square that exists, in columns and rows from the upper left corner of its panel."""

    name: str
    x: Count
    y: Count
    shade: Annotated[str, Words(("light", "dark"))]


class ScenePiece(TypedDict):
    """A piece on a square."""

    at: str
    art: Annotated[str, Words(("k", "q", "r", "b", "n", "p"))]
    owner: str
    label: Annotated[str, "In words."]
    state: Annotated[str, Words(PIECE_STATES), "`away` is drawn faint, `out` as stone."]
    level: Annotated[int, "2 for a pawn on its second level."]


class ScenePanel(TypedDict):
    """One board of squares."""

    name: str
    title: str
    width: int
    height: int
    squares: list[SceneSquare]
    pieces: list[ScenePiece]
    rise: Annotated[float, "The height of a square over its width."]


class Scene(TypedDict):
    """A board as data, turned for the side that looks."""

    panels: Annotated[list[ScenePanel], "The top one first."]
    touched: Annotated[list[str], "The squares of the last turn."]
    checked: Annotated[list[str], "Kings with a check in force."]
    signs: Annotated[bool, "Whether each piece carries the sign of its side."]
    arrows: Annotated[list[list[str]], "The squares of each check in force, from and to."]
    text: Annotated[str, "All pieces in words."]
