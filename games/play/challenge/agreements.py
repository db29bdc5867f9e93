"""What other parts of the service have to say before two people agree on a game."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime
from functools import cache

from django.conf import settings
from django.utils.module_loading import import_string

from accounts.models import User
from games.play.start import Terms

Check = Callable[[Terms, Collection[User], datetime], None]
"""Raises a refusal where these people cannot agree on these terms; they are held."""


def check_agreement(terms: Terms, people: Collection[User], now: datetime) -> None:
    """Raise the refusal of the first check in ``GAME_AGREEMENT_CHECKS`` that objects."""
    for check in _checks():
        check(terms, people, now)


@cache
def _checks() -> tuple[Check, ...]:
    return tuple(import_string(path) for path in settings.GAME_AGREEMENT_CHECKS)
