"""Cups among friends for tests."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from accounts.models import User
from games.features.competitions.services.among_friends import (
    Friendly,
    join,
    set_up_among_friends,
)
from tests.competitions.cups import Cup, beat


def make_friendly(
    now: datetime, organiser: User, players: Sequence[User] = (), **wanted: Any
) -> Cup:
    """Return a cup or league among friends that these have joined after its organiser."""
    beat(now)
    terms: dict[str, Any] = {"name": "Friday Cup", "ruleset": "standard", **wanted}
    competition = set_up_among_friends(organiser, Friendly(**terms), now=now)
    assert competition.code is not None
    for user in players:
        join(user, competition.code, now=now)
    key = "division-1" if competition.is_league else "open"
    return Cup(competition, now, [organiser, *players], key)
