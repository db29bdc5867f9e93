"""Events: one shape for each type, distinguished by ``type``."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Final, Literal, TypedDict

from config.http.schema_fields import OneOf, Output
from config.http.shape_notes import Count, Positive, Time, base, like, other_than
from config.http.shapes import members_of, shape_with
from games.shown import examples
from games.shown.event_words import all_events
from games.shown.shapes.event_data import ChallengeData, CompetitionData, GameData
from games.store.outbox import EventType


class _Happened(TypedDict):
    number: Annotated[Positive, "Without gaps."]
    happened_at: Time


class _Event(_Happened):
    game: str | None
    challenge: str | None
    competition: str | None
    data: dict[str, Any]


class Event(_Event):
    """Something that happened."""

    type: str


class OtherEvent(_Event):
    """An event of a type that was added later: leave it out."""

    type: Annotated[str, other_than("EventType")]


@base
class GameEvent(_Happened):
    """Members of every event about a game."""

    game: str
    challenge: str | None
    competition: str | None


@base
class ChallengeEvent(_Happened):
    """Members of every event about a challenge."""

    game: str | None
    challenge: str
    competition: str | None


@base
class CompetitionEvent(_Happened):
    """Members of every event about a competition."""

    game: str | None
    challenge: str | None
    competition: str


COMMON: Final = {
    GameData: GameEvent,
    ChallengeData: ChallengeEvent,
    CompetitionData: CompetitionEvent,
}
"""What all events about the same sort of thing have, by what is in their data."""


def chapter_of(kind: EventType) -> type:
    """Return what the data of all events about the same sort of thing holds."""
    members = all_events()[kind].data.__annotations__.keys()
    return next(common for common in COMMON if common.__annotations__.keys() <= members)


def _shape_of(kind: EventType) -> type[Output]:
    """Return the shape of an event of this type."""
    name = "".join(word.capitalize() for word in kind.value.split("."))
    hints = members_of(COMMON[chapter_of(kind)])
    own = {"type": Literal[kind.value], "data": all_events()[kind].data}
    description = f"An event of the type `{kind.value}`."
    return shape_with(f"{name}Event", description, {**hints, **own})


@cache
def event_shapes() -> dict[EventType, type[Output]]:
    """Return the shapes of events by their type, once all features are there."""
    return {kind: _shape_of(kind) for kind in all_events()}


AnyEvent = Annotated[Event, OneOf("Event", lambda: [*event_shapes().values(), OtherEvent])]


@like({**examples.page(examples.EVENT), "latest": 4})
class EventPage(TypedDict):
    """A page of events."""

    next: str | None
    previous: str | None
    latest: Annotated[Count, "The number of the newest event; 0 before the first."]
    results: list[AnyEvent]
