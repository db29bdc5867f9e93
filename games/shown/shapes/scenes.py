"""A board as data."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from games.rules.contract.board import Scene


class AskedScene(TypedDict):
    """A board that is shown to those who ask for it."""

    scene: NotRequired[
        Annotated[
            Scene | None,
            "Only with `?scene=`; null for a game that is not played on squares.",
        ]
    ]
