"""What the page of your games asks besides the games themselves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from config.features import Hook


class Note(NamedTuple):
    """A sentence, and where it leads."""

    words: str
    path: str


NOTES: Final[Hook[Callable[[int, datetime], Sequence[Note]]]] = Hook()
"""What someone is asked or reads there, by their id."""
