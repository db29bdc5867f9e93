"""The types of events that are written here: when each happens, who hears it, and what it says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from django.utils.translation import gettext_noop as _

from config.features import Hook
from games.shown.shapes.event_data import (
    AcceptedData,
    ActData,
    ChallengeData,
    DeclinedData,
    DrawDeclinedData,
    ExtendedData,
    FinishedData,
    FormationData,
    GameData,
    GivenData,
    LostTurnData,
    NearData,
    OutData,
    PausedData,
    ResumedData,
    RoundEndedData,
    SideData,
    StartedData,
    TurnData,
)
from games.store.outbox import EventType


class EventWords(NamedTuple):
    """What is said of a type of event."""

    when: str
    """A sentence that is looked up where people read it in their language."""
    heard_by: str
    data: type
    """The shape of its data."""


BROUGHT: Final[Hook[Mapping[EventType, EventWords]]] = Hook()
"""The types of events that features write."""


def all_events() -> dict[EventType, EventWords]:
    """Return all types of events that are written here."""
    return _CORE | {kind: words for brought in BROUGHT for kind, words in brought.items()}


def event_types() -> list[str]:
    """Return the words of an event's ``type``."""
    return [kind.value for kind in all_events()]


_CORE: Final[dict[EventType, EventWords]] = {
    EventType.CHALLENGE_RECEIVED: EventWords(
        _("Someone challenges you."), "the challenged", ChallengeData
    ),
    EventType.CHALLENGE_ACCEPTED: EventWords(
        _("Your challenge was accepted and the game has started."), "the challenger", AcceptedData
    ),
    EventType.CHALLENGE_DECLINED: EventWords(
        _("Your challenge was declined. The reason is there if one was given."),
        "the challenger",
        DeclinedData,
    ),
    EventType.CHALLENGE_CANCELLED: EventWords(
        _("A challenge to you was withdrawn."), "the challenged", ChallengeData
    ),
    EventType.CHALLENGE_LAPSED: EventWords(
        _("The challenge expired without an answer."), "both", ChallengeData
    ),
    EventType.GAME_STARTED: EventWords(
        _("A game has started. Both players choose a formation."), "both", StartedData
    ),
    EventType.FORMATION_CHANGED: EventWords(
        _("A side has saved its formation, or is ready."),
        "the other side; both, if a prepared reply did",
        FormationData,
    ),
    EventType.ROUND_STARTED: EventWords(
        _("Both formations are locked. Kick-off!"), "both", GameData
    ),
    EventType.TURN_PLAYED: EventWords(_("A turn was played, by either side."), "both", TurnData),
    EventType.TURN_LOST: EventWords(
        _("A turn was lost because the database was restored. It can be played again."),
        "both",
        LostTurnData,
    ),
    EventType.ROUND_ENDED: EventWords(
        _("The turn ended the round: a goal, a checkmate, or a drop ball."), "both", RoundEndedData
    ),
    EventType.DRAW_OFFERED: EventWords(_("A side offers a draw."), "both", SideData),
    EventType.DRAW_DECLINED: EventWords(
        _("A side declines the draw offer, or plays a turn instead."), "both", DrawDeclinedData
    ),
    EventType.DRAW_WITHDRAWN: EventWords(_("The draw offer is withdrawn."), "both", SideData),
    EventType.DEADLINE_NEAR: EventWords(
        _("You have only a fifth of your time left."), "the player to move", NearData
    ),
    EventType.RESERVE_BEGAN: EventWords(
        _("The time for the turn is up, and the time bank starts to run."), "both", NearData
    ),
    EventType.CLOCK_GIVEN: EventWords(
        _("A player gives time to the player to move."), "both", GivenData
    ),
    EventType.CLOCK_PAUSED: EventWords(
        _("A clock is paused because its player is on vacation."), "both", PausedData
    ),
    EventType.CLOCK_RESUMED: EventWords(_("A paused clock runs again."), "both", ResumedData),
    EventType.DEADLINE_EXTENDED: EventWords(
        _("The service was down. The lost time is added back."), "both", ExtendedData
    ),
    EventType.ACT_DONE: EventWords(
        _("A player acted outside a turn or missed a deadline, and the game continues."),
        "all players",
        ActData,
    ),
    EventType.PLAYER_OUT: EventWords(
        _("A player is out. The others may continue."), "all players", OutData
    ),
    EventType.DRAW_VOTED: EventWords(
        _("A player accepts the draw offer. Others must still agree."), "all players", SideData
    ),
    EventType.GAME_FINISHED: EventWords(
        _("The game is over, on the board or on time."), "both", FinishedData
    ),
}
