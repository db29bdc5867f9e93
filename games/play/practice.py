"""What a finished game leaves its players to practise.

A feature that finds chances gives them to those that keep them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from config.features import Hook
from games.models import Game, Turn


class Chance(NamedTuple):
    """A turn of someone in place of which a much better one was there."""

    user_id: int
    turn: Turn
    right: Sequence[Sequence[str]]
    """Every turn that is about as good as the best, in every order of its actions."""
    best: int
    played: int
    """What the best turn and the one played kept, in 100, for their player."""


CHANCES_MISSED: Final[Hook[Callable[[Game, Sequence[Chance], datetime], None]]] = Hook()
"""Called in the transaction in which they were found; may be called again with the same."""
