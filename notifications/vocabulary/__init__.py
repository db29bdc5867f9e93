"""Notification channels and timings; the kinds are in ``kinds``."""

from __future__ import annotations

from datetime import timedelta
from enum import StrEnum
from typing import Any, Final

from django.utils.translation import gettext_lazy

from games.store.outbox import EventType


class Channel(StrEnum):
    """How a notification travels."""

    MAIL = "mail"
    PUSH = "push"


class Timing(StrEnum):
    """How soon a person wants to hear."""

    AT_ONCE = "at_once"
    DAILY = "daily"
    OFF = "off"


BY_CHANNEL: Final[dict[Channel, Any]] = {
    Channel.MAIL: gettext_lazy("{kind}: email"),
    Channel.PUSH: gettext_lazy("{kind}: push"),
}

RUNGS: Final = {
    "48h": timedelta(hours=48),
    "24h": timedelta(hours=24),
    "12h": timedelta(hours=12),
    "6h": timedelta(hours=6),
    "4h": timedelta(hours=4),
    "2h": timedelta(hours=2),
    "1h": timedelta(hours=1),
    "30min": timedelta(minutes=30),
}
"""How long before the time of a turn is over someone may be reminded."""
MOST_RUNGS: Final = 4
"""Of these by one channel."""
USUAL_RUNGS: Final = {Channel.MAIL: ("4h",), Channel.PUSH: ("6h", "1h")}
"""The reminders of someone who has chosen none."""

MOVING: Final = (
    EventType.TURN_PLAYED,
    EventType.ROUND_STARTED,
    EventType.ROUND_ENDED,
    EventType.GAME_FINISHED,
)
"""Events after which a game waits for something else, so that earlier messages are out of date."""
STARTING: Final = (
    *MOVING,
    EventType.GAME_STARTED,
    EventType.ACT_DONE,
    EventType.CLOCK_GIVEN,
    EventType.CLOCK_PAUSED,
    EventType.CLOCK_RESUMED,
    EventType.DEADLINE_EXTENDED,
)
"""Events that start or move a clock, by which players are reminded from then on."""
