"""Events: one shape for each type, distinguished by ``type``."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypedDict

from config.http.schema_fields import OneOf, Output
from config.http.shape_notes import Count, Positive, Time, base, like, other_than
from config.http.shapes import members_of, shape_with
from games.shown import examples
from games.shown.shapes.competition_event_data import (
    CompetitionData,
    DrawnData,
    EnteredData,
    MatchEndedData,
    MatchStartedData,
    MovedData,
    NearEndData,
    OpenedData,
    SeasonData,
    SectionFinishedData,
    ShootoutData,
)
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
    NearData,
    OutData,
    PausedData,
    PhraseData,
    PlayingData,
    PlayingEndedData,
    RatingData,
    ResumedData,
    RoundEndedData,
    SideData,
    StartedData,
    TurnData,
)
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
    """What every event about a game has."""

    game: str
    challenge: str | None
    competition: str | None


@base
class ChallengeEvent(_Happened):
    """What every event about a challenge has."""

    game: str | None
    challenge: str
    competition: str | None


@base
class CompetitionEvent(_Happened):
    """What every event about a competition has."""

    game: str | None
    challenge: str | None
    competition: str


DATA: Final[dict[EventType, type]] = {
    EventType.CHALLENGE_RECEIVED: ChallengeData,
    EventType.CHALLENGE_ACCEPTED: AcceptedData,
    EventType.CHALLENGE_DECLINED: DeclinedData,
    EventType.CHALLENGE_CANCELLED: ChallengeData,
    EventType.CHALLENGE_LAPSED: ChallengeData,
    EventType.GAME_STARTED: StartedData,
    EventType.FORMATION_CHANGED: FormationData,
    EventType.ROUND_STARTED: GameData,
    EventType.TURN_PLAYED: TurnData,
    EventType.ROUND_ENDED: RoundEndedData,
    EventType.DRAW_OFFERED: SideData,
    EventType.DRAW_DECLINED: DrawDeclinedData,
    EventType.DRAW_WITHDRAWN: SideData,
    EventType.DEADLINE_NEAR: NearData,
    EventType.DEADLINE_EXTENDED: ExtendedData,
    EventType.RESERVE_BEGAN: NearData,
    EventType.CLOCK_GIVEN: GivenData,
    EventType.CLOCK_PAUSED: PausedData,
    EventType.CLOCK_RESUMED: ResumedData,
    EventType.ACT_DONE: ActData,
    EventType.PLAYER_OUT: OutData,
    EventType.DRAW_VOTED: SideData,
    EventType.GAME_FINISHED: FinishedData,
    EventType.COMPETITION_OPENED: OpenedData,
    EventType.COMPETITION_ENTERED: EnteredData,
    EventType.COMPETITION_DRAWN: DrawnData,
    EventType.MATCH_STARTED: MatchStartedData,
    EventType.MATCH_ENDED: MatchEndedData,
    EventType.SHOOTOUT_DUE: ShootoutData,
    EventType.ROUND_NEAR_END: NearEndData,
    EventType.SECTION_FINISHED: SectionFinishedData,
    EventType.SEASON_CONFIRM: SeasonData,
    EventType.PROMOTED: MovedData,
    EventType.RELEGATED: MovedData,
    EventType.RATING_CHANGED: RatingData,
    EventType.PHRASE_SAID: PhraseData,
    EventType.PLAYING_ASKED: PlayingData,
    EventType.POST_ASKED: PlayingData,
    EventType.PLAYING_BEGAN: PlayingData,
    EventType.PLAYING_ENDED: PlayingEndedData,
}
"""What the data of an event holds, by its type."""


COMMON: Final = {
    GameData: GameEvent,
    ChallengeData: ChallengeEvent,
    CompetitionData: CompetitionEvent,
}
"""What all events about the same sort of thing have, by what is in their data."""


def chapter_of(kind: EventType) -> type:
    """Return what the data of all events about the same sort of thing holds."""
    members = DATA[kind].__annotations__.keys()
    return next(common for common in COMMON if common.__annotations__.keys() <= members)


def _shape_of(kind: EventType) -> type[Output]:
    """Return the shape of an event of this type."""
    name = "".join(word.capitalize() for word in kind.value.split("."))
    hints = members_of(COMMON[chapter_of(kind)])
    own = {"type": Literal[kind.value], "data": DATA[kind]}
    description = f"An event of the type `{kind.value}`."
    return shape_with(f"{name}Event", description, {**hints, **own})


EVENTS: Final = {kind: _shape_of(kind) for kind in EventType}
"""The shapes of events by their type."""
AnyEvent = Annotated[Event, OneOf("Event", [*EVENTS.values(), OtherEvent])]


@like({**examples.page(examples.EVENT), "latest": 4})
class EventPage(TypedDict):
    """A page of events."""

    next: str | None
    previous: str | None
    latest: Annotated[Count, "The number of the newest event; 0 before the first."]
    results: list[AnyEvent]
