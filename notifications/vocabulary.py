"""What a person can be told, by which way, and how soon."""

from __future__ import annotations

from datetime import timedelta
from enum import StrEnum
from typing import Any, Final

from django.utils.translation import gettext_lazy


class NotificationKind(StrEnum):
    """What a notification says; each can be chosen for each channel."""

    CHALLENGE_RECEIVED = "challenge_received"
    CHALLENGE_ACCEPTED = "challenge_accepted"
    FORMATION = "formation"
    TURN = "turn"
    DRAW_OFFERED = "draw_offered"
    REMINDER = "reminder"
    ROUND_ENDED = "round_ended"
    GAME_OVER = "game_over"
    COMPETITION = "competition"
    PLAN_FIRED = "plan_fired"


class Channel(StrEnum):
    """How a notification travels."""

    MAIL = "mail"
    PUSH = "push"


class Timing(StrEnum):
    """How soon a person wants to hear."""

    AT_ONCE = "at_once"
    DAILY = "daily"
    OFF = "off"


class Period(StrEnum):
    """A mail that comes by the clock: of all games together, or with the puzzle of the day."""

    DAILY = "daily"
    WEEKLY = "weekly"
    PUZZLE = "puzzle"


LABELS: Final[dict[NotificationKind, Any]] = {
    NotificationKind.CHALLENGE_RECEIVED: gettext_lazy("Somebody challenges you"),
    NotificationKind.CHALLENGE_ACCEPTED: gettext_lazy("Your challenge is accepted"),
    NotificationKind.FORMATION: gettext_lazy("Your formation is awaited"),
    NotificationKind.TURN: gettext_lazy("It is your turn"),
    NotificationKind.DRAW_OFFERED: gettext_lazy("A draw is offered"),
    NotificationKind.REMINDER: gettext_lazy("Your time runs out"),
    NotificationKind.ROUND_ENDED: gettext_lazy("A round has ended"),
    NotificationKind.GAME_OVER: gettext_lazy("A game is over"),
    NotificationKind.COMPETITION: gettext_lazy("News of your competitions"),
    NotificationKind.PLAN_FIRED: gettext_lazy("A plan of yours was played"),
}

PERIODIC: Final[dict[Period, Any]] = {
    Period.DAILY: gettext_lazy("The daily mail"),
    Period.WEEKLY: gettext_lazy("The weekly mail"),
    Period.PUZZLE: gettext_lazy("The puzzle of the day"),
}

BY_CHANNEL: Final[dict[Channel, Any]] = {
    Channel.MAIL: gettext_lazy("{kind}: mail"),
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
"""How long before the time of a turn is over somebody may be reminded."""
MOST_RUNGS: Final = 4
"""Of these by one channel."""
USUAL_RUNGS: Final = {Channel.MAIL: ("4h",), Channel.PUSH: ("6h", "1h")}
"""The reminders of somebody who has chosen none."""

URGENT: Final = frozenset({NotificationKind.REMINDER, NotificationKind.DRAW_OFFERED})
"""Not worth telling a day later."""


def timings_for(channel: Channel, kind: NotificationKind) -> tuple[Timing, ...]:
    """Return what can be chosen; only a mail can wait for tomorrow."""
    if channel is Channel.MAIL and kind not in URGENT:
        return tuple(Timing)
    return (Timing.AT_ONCE, Timing.OFF)


def usual_timing(channel: Channel, kind: NotificationKind) -> Timing:
    """Return how soon somebody hears who has chosen nothing."""
    if kind is NotificationKind.PLAN_FIRED:
        return Timing.DAILY if channel is Channel.MAIL else Timing.OFF
    if channel is Channel.MAIL and kind is NotificationKind.COMPETITION:
        return Timing.DAILY
    return Timing.AT_ONCE
