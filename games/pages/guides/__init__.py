"""The rules of the games on squares for people: short chapters, each with a picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.pages.guides import family, future, standard
from games.pages.guides.section import Section

GUIDES: Final[Mapping[str, tuple[Section, ...]]] = {
    "standard": standard.SECTIONS,
    "future": future.SECTIONS,
    "family": family.SECTIONS,
}
"""The chapters of each rule set, by its key."""
