"""Sides, rolls and chances, as many shapes have them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from config.http.shape_notes import between, words
from games.store.shapes import SIDES

Side = Annotated[str, words(SIDES)]
"""A side of Chess Eleven."""
Chances = Mapping[str, Annotated[int, between(0, 100)]]
"""Per cent by outcome."""
