"""What other parts of the service have to say before two people agree on a game."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime
from typing import Final

from accounts.models import User
from config.features import Hook
from games.play.start import Terms

Check = Callable[[Terms, Collection[User], datetime], None]
"""Raises a refusal where these people cannot agree on these terms; they are held."""
CHECKS: Final[Hook[Check]] = Hook()


def check_agreement(terms: Terms, people: Collection[User], now: datetime) -> None:
    """Raise the refusal of the first check that objects."""
    for check in CHECKS:
        check(terms, people, now)
