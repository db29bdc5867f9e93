"""How soon an opponent answers, as a sentence of an email."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from accounts import zones
from games.shown.pace import pace_lines, pace_of

if TYPE_CHECKING:
    from accounts.models import User


def pace_line(name: str, user_id: int, receiver: User, now: datetime) -> str:
    """Return what an opponent's pace card says, by the receiver's clock."""
    lines = pace_lines(pace_of(user_id, now), now, zones.zone_of(receiver.time_zone))
    return _("{name}: {pace}.").format(name=name, pace="; ".join(lines))
