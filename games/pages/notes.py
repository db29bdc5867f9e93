"""What the page of your games asks besides the games themselves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from config.features import Hook
from games.store.existing import Rows


class Note(NamedTuple):
    """A sentence, and where it leads."""

    words: str
    path: str


class Asking(NamedTuple):
    """What someone may be asked or read there, by their id. Mostly there is nothing."""

    rows: Rows
    """Where it has no rows, there are no notes."""
    notes: Callable[[int, datetime], Sequence[Note]]


NOTES: Final[Hook[Asking]] = Hook()
