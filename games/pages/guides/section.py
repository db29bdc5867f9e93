"""A chapter of a page of rules, and the picture that shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class Diagram(NamedTuple):
    """A position, and the piece whose moves are shown."""

    position: str
    caption: StrOrPromise
    origin: str = ""


class Section(NamedTuple):
    """A chapter: its anchor, its title, what it says, its picture."""

    id: str
    title: StrOrPromise
    paragraphs: tuple[StrOrPromise, ...]
    diagram: Diagram | None = None
