"""The rules of the games on squares for people: short chapters, each with a picture.

They stand as ``GUIDE.md`` beside the laws. A block of the kind ``position`` is a picture; the
square behind its name is that of the piece whose moves are shown. Titles, paragraphs and captions
are sentences of the rule set's catalogue.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from django.utils.translation import gettext_lazy

from config.languages.guides import CAPTION, HEADING, PICTURE, blocks
from games import rules

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

_RULES: Final = Path(rules.__file__).parent


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


def read_guide(path: Path) -> tuple[Section, ...]:
    """Return the chapters of a guide, translated when they are shown."""
    return tuple(_sections(path.read_text()))


def _sections(text: str) -> Iterator[Section]:
    for chapter in re.split(r"^(?=## )", text, flags=re.M)[1:]:
        (_, heading), *rest = blocks(chapter)
        title = HEADING.fullmatch(heading)
        if title is None:
            raise ValueError(f"{heading!r} is no heading with an anchor.")
        paragraphs = []
        position, origin, diagram = "", "", None
        for _, block in rest:
            if picture := PICTURE.fullmatch(block):
                origin, position = picture.groups()
            elif caption := CAPTION.fullmatch(block):
                diagram = Diagram(position, gettext_lazy(caption[1]), origin)
            else:
                paragraphs.append(gettext_lazy(block))
        yield Section(title[2], gettext_lazy(title[1]), tuple(paragraphs), diagram)


GUIDES: Final[Mapping[str, tuple[Section, ...]]] = {
    path.parent.name: read_guide(path) for path in sorted(_RULES.glob("*/GUIDE.md"))
}
"""The chapters of each rule set, by its key."""
