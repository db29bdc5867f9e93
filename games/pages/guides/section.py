"""A chapter of a page of rules, and the picture that shows it."""

from __future__ import annotations

from typing import NamedTuple


class Diagram(NamedTuple):
    """A position, and the piece whose moves are shown."""

    position: str
    caption: str
    origin: str = ""


class Section(NamedTuple):
    """A chapter: its anchor, its title, what it says, its picture."""

    id: str
    title: str
    paragraphs: tuple[str, ...]
    diagram: Diagram | None = None
