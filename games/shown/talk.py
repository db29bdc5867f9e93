"""What was said in a game, for those who judge a quarrel about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from config.features import Hook
from games.models import Game


class Said(NamedTuple):
    """One message: who said it, the words, when, and for whom."""

    name: str
    text: str
    at: datetime
    to: str = ""
    """The name of the player it is for; empty where it is for all."""


TALK: Final[Hook[Callable[[Game, int], Sequence[Said]]]] = Hook()
"""The newest messages of a game, so many at most."""
