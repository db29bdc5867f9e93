"""What a member of a typed shape says beyond its type, in plain notes for any layer."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar

Typed = TypeVar("Typed", bound=type)
CHOICE: Final = "choice"
DAY: Final = "day"
OPEN: Final = "open"
OTHER: Final = "other"
TIME: Final = "time"


@dataclass(frozen=True)
class Bounds:
    """What the document says of a member beyond its type."""

    kind: str | type | None = None
    """One of the words above, a field, or a shape."""
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)


def words(known: Iterable[Any]) -> Bounds:
    """Return that a text is one of these words, or pairs of word and name."""
    return Bounds(CHOICE, {"choices": list(known)})


def open_words(known: Iterable[str]) -> Bounds:
    """Return that a text is one of these words, or one that is added later."""
    return Bounds(OPEN, {"known": list(known)})


def other_than(known: str | Iterable[str]) -> Bounds:
    """Return that a text is none of these words, or of those of a named enumeration."""
    return Bounds(OTHER, {"known": known if isinstance(known, str) else list(known)})


def seen_as(typed: type) -> Bounds:
    """Return that the document shows a mapping, which others make, as this shape."""
    return Bounds(typed)


def between(least: int | None = None, most: int | None = None) -> Bounds:
    """Return that a number has these bounds."""
    bounds = {"min_value": least, "max_value": most}
    return Bounds(options={name: one for name, one in bounds.items() if one is not None})


Positive = Annotated[int, between(1)]
Count = Annotated[int, between(0)]
Time = Annotated[str, Bounds(TIME)]
"""A time as ``utc`` writes it."""
Day = Annotated[str, Bounds(DAY)]
"""A day as ``isoformat`` writes it."""


def like(example: Any) -> Any:
    """Return a decorator that gives a shape the example that the document shows."""

    def decorate(typed: Typed) -> Typed:
        EXAMPLES[typed] = example
        return typed

    return decorate


EXAMPLES: Final[dict[type, Any]] = {}


def base(typed: Typed) -> Typed:
    """Note that the document writes the members of this class once for all shapes with them."""
    BASES.append(typed)
    return typed


BASES: Final[list[type]] = []


def recorded(module: str) -> Any:
    """Return the answers that were recorded beside a module, by name: pass its ``__file__``."""
    return json.loads(Path(module).with_name("examples.json").read_text())
