"""What a person can be told, by which way, and how soon."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Kind(StrEnum):
    """What a notification says; each can be chosen for each channel."""

    CHALLENGE_RECEIVED = "challenge_received"
    CHALLENGE_ACCEPTED = "challenge_accepted"
    FORMATION = "formation"
    TURN = "turn"
    DRAW_OFFERED = "draw_offered"
    REMINDER = "reminder"
    ROUND_ENDED = "round_ended"
    GAME_OVER = "game_over"


class Channel(StrEnum):
    """How a notification travels."""

    MAIL = "mail"
    PUSH = "push"


class Way(StrEnum):
    """How soon a person wants to hear."""

    AT_ONCE = "at_once"
    DAILY = "daily"
    OFF = "off"


WORDS: Final[dict[Kind, str]] = {
    Kind.CHALLENGE_RECEIVED: "Somebody challenges you",
    Kind.CHALLENGE_ACCEPTED: "Your challenge is accepted",
    Kind.FORMATION: "Your formation is awaited",
    Kind.TURN: "It is your turn",
    Kind.DRAW_OFFERED: "A draw is offered",
    Kind.REMINDER: "Your time runs out",
    Kind.ROUND_ENDED: "A round has ended",
    Kind.GAME_OVER: "A game is over",
}

URGENT: Final = frozenset({Kind.REMINDER, Kind.DRAW_OFFERED})
"""Not worth telling a day later."""


def ways_of(channel: Channel, kind: Kind) -> tuple[Way, ...]:
    """Return what can be chosen; only a mail can wait for tomorrow."""
    if channel is Channel.MAIL and kind not in URGENT:
        return tuple(Way)
    return (Way.AT_ONCE, Way.OFF)
