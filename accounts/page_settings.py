"""How a person wants the pages to behave; kept with the account, so on every device."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any


@dataclass(frozen=True, slots=True)
class PageSettings:
    """The switches of the settings page that concern the pages themselves."""

    confirm: bool = True
    """A complete turn waits for *Send*; off, it goes automatically."""
    next_game: bool = False
    """After sending, the next game that waits opens automatically."""
    high_contrast: bool = False
    notation_line: bool = False
    vibrate: bool = False
    phrases: bool = True
    """What others say in games is heard."""
    present: bool = True
    """The others in a game are reported while the reader is at its page."""
    kit: str = ""
    """One of the kits that games know; empty: what the seat at the table has."""

    @classmethod
    def read(cls, stored: dict[str, Any]) -> PageSettings:
        """Return the settings from what is stored; what is missing there has its default."""
        known = {field.name for field in fields(cls)}
        read: dict[str, Any] = {name: bool(stored[name]) for name in known & stored.keys()}
        return cls(**(read | {"kit": str(stored.get("kit") or "")}))

    def write(self) -> dict[str, Any]:
        """Return what is to be stored."""
        return asdict(self)
