"""What each type of event says beside how its game is: its own members, and the event with them.

``happened.CLOCK_GIVEN(now, everybody, {"turn": 4, "side": "white", "hours": 24})`` is an event to
write. A member that is missing, wrong or too many is a type error.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Final, Generic, TypedDict, TypeVar

from config.http.shape_notes import Count, Positive, Time, between, words
from games.store.outbox import EventType, NewEvent
from games.store.shapes import DECLINE_REASONS, RESULT_REASONS, AnySide

Own = TypeVar("Own", bound=Mapping[str, Any])
Roll = Annotated[int, between(0, 99)]


@dataclass(frozen=True)
class Kind(Generic[Own]):
    """A type of event, with the shape of what it says itself."""

    type: EventType

    def __call__(self, at: datetime, receivers: Collection[int], own: Own) -> NewEvent:
        """Return such an event, about to be written."""
        return NewEvent(self.type, at, receivers, own)


class OwnNothing(TypedDict):
    """An event that says nothing itself."""


class OwnAccepted(TypedDict):
    """The game of an accepted challenge."""

    game: Annotated[str, "The game that has begun."]


class OwnDeclined(TypedDict):
    """Why a challenge was declined."""

    reason: Annotated[str | None, words(DECLINE_REASONS)]


class OwnPlayers(TypedDict):
    """Who begins a game."""

    players: Annotated[dict[str, str], "Names by side."]


class OwnFormation(TypedDict):
    """Whose formation was saved."""

    side: AnySide
    ready: bool


class OwnRoundEnded(TypedDict):
    """How a round ended."""

    turn: Annotated[Positive, "The turn that ended it."]
    side: Annotated[AnySide, "The player who played that turn."]
    round: Annotated[Positive, "The round that ended."]


class OwnTurn(TypedDict):
    """A turn."""

    turn: Annotated[Positive, "Its number."]
    side: Annotated[AnySide, "The player who played it."]
    round: Annotated[Positive, "In which it was played."]
    actions: list[str]
    notation: str
    rolls: list[Roll]


class OwnLostTurn(TypedDict):
    """A turn that is gone since the database was restored."""

    turn: Annotated[Positive, "Its number. Another turn takes it."]
    side: Annotated[AnySide, "The player who played it."]
    notation: str
    played_at: Time
    restored_to: Annotated[Time, "Everything accepted by then is still there."]


class OwnSide(TypedDict):
    """Who did it."""

    side: AnySide


class OwnDrawDeclined(OwnSide):
    """How an offer was declined."""

    by_playing: Annotated[bool, "Whether by playing on."]


class OwnOut(TypedDict):
    """Who plays no more."""

    turn: Annotated[Positive, "The turn that was due."]
    side: AnySide
    by: Annotated[str, "`turn`, or the act of this side, as `time_out`."]


class OwnAct(TypedDict):
    """An act outside a turn."""

    turn: Annotated[Positive, "The turn that was due."]
    side: AnySide
    newly_awaited: Annotated[list[AnySide], "The sides to act now that weren't before."]
    name: Annotated[
        str,
        "`resign`, `time_out`, `hand_over`, `take_back`, `give_time`, or an act of the game's own.",
    ]


class OwnNear(TypedDict):
    """Which turn is due."""

    turn: Annotated[Positive, "The next turn."]


class OwnGiven(OwnNear):
    """Who gave how much time."""

    side: Annotated[AnySide, "The player who gave it."]
    hours: Positive


class OwnResumed(TypedDict):
    """Whose clock it is."""

    side: Annotated[AnySide, "Whose clock it is."]
    why: Annotated[str, "Why it was paused: `leave` (a vacation)."]


class OwnPaused(OwnResumed):
    """Until when a clock is paused."""

    until: Annotated[Time, "When it runs again."]


class OwnExtended(TypedDict):
    """Time that was given back."""

    seconds: Count
    reason: Annotated[str, "Why nothing could be played."]
    started_at: Time
    ended_at: Time


class OwnFinished(TypedDict):
    """How a game ended."""

    winner: AnySide | None
    reason: Annotated[str, words(RESULT_REASONS)]


CHALLENGE_RECEIVED: Final = Kind[OwnNothing](EventType.CHALLENGE_RECEIVED)
CHALLENGE_ACCEPTED: Final = Kind[OwnAccepted](EventType.CHALLENGE_ACCEPTED)
CHALLENGE_DECLINED: Final = Kind[OwnDeclined](EventType.CHALLENGE_DECLINED)
CHALLENGE_CANCELLED: Final = Kind[OwnNothing](EventType.CHALLENGE_CANCELLED)
CHALLENGE_LAPSED: Final = Kind[OwnNothing](EventType.CHALLENGE_LAPSED)
GAME_STARTED: Final = Kind[OwnPlayers](EventType.GAME_STARTED)
FORMATION_CHANGED: Final = Kind[OwnFormation](EventType.FORMATION_CHANGED)
ROUND_STARTED: Final = Kind[OwnNothing](EventType.ROUND_STARTED)
TURN_PLAYED: Final = Kind[OwnTurn](EventType.TURN_PLAYED)
TURN_LOST: Final = Kind[OwnLostTurn](EventType.TURN_LOST)
ROUND_ENDED: Final = Kind[OwnRoundEnded](EventType.ROUND_ENDED)
DRAW_OFFERED: Final = Kind[OwnSide](EventType.DRAW_OFFERED)
DRAW_DECLINED: Final = Kind[OwnDrawDeclined](EventType.DRAW_DECLINED)
DRAW_WITHDRAWN: Final = Kind[OwnSide](EventType.DRAW_WITHDRAWN)
DRAW_VOTED: Final = Kind[OwnSide](EventType.DRAW_VOTED)
DEADLINE_NEAR: Final = Kind[OwnNear](EventType.DEADLINE_NEAR)
DEADLINE_EXTENDED: Final = Kind[OwnExtended](EventType.DEADLINE_EXTENDED)
RESERVE_BEGAN: Final = Kind[OwnNear](EventType.RESERVE_BEGAN)
CLOCK_GIVEN: Final = Kind[OwnGiven](EventType.CLOCK_GIVEN)
CLOCK_PAUSED: Final = Kind[OwnPaused](EventType.CLOCK_PAUSED)
CLOCK_RESUMED: Final = Kind[OwnResumed](EventType.CLOCK_RESUMED)
ACT_DONE: Final = Kind[OwnAct](EventType.ACT_DONE)
PLAYER_OUT: Final = Kind[OwnOut](EventType.PLAYER_OUT)
GAME_FINISHED: Final = Kind[OwnFinished](EventType.GAME_FINISHED)
