"""Events: one shape for each type, distinguished by ``type``."""

from __future__ import annotations

from typing import Annotated, Any, Final, TypedDict

from rest_framework import serializers

from config.http.schema_fields import Constant, OneOf, Output
from config.http.shape_notes import Count, Positive, Time, like, other_than
from config.http.shapes import shape
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


class _Event(TypedDict):
    number: Annotated[Positive, "Without gaps."]
    game: str | None
    challenge: str | None
    competition: str | None
    data: dict[str, Any]
    happened_at: Time


class Event(_Event):
    """Something that happened."""

    type: str


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


COMMON: Final = (GameData, ChallengeData, CompetitionData)
"""What the data of every event about a game holds, about a challenge, about a competition."""


def chapter_of(kind: EventType) -> type:
    """Return what the data of all events about the same sort of thing holds."""
    members = DATA[kind].__annotations__.keys()
    return next(common for common in COMMON if common.__annotations__.keys() <= members)


def _shape_of(kind: EventType) -> type[Output]:
    """Return the shape of an event of this type."""
    chapter = chapter_of(kind)
    name = "".join(word.capitalize() for word in kind.value.split("."))
    fields = {
        "type": Constant(kind.value),
        "game": serializers.CharField(allow_null=chapter is not GameData),
        "challenge": serializers.CharField(allow_null=chapter is not ChallengeData),
        "competition": serializers.CharField(allow_null=chapter is not CompetitionData),
        "data": shape(DATA[kind])(),
        "__doc__": f"An event of the type `{kind.value}`.",
        "Meta": type("Meta", (), {"ref_name": f"{name}Event"}),
    }
    return type(f"{name}Event", (shape(Event),), fields)


class OtherEvent(_Event):
    """An event of a type that was added later: leave it out."""

    type: Annotated[str, other_than("EventType")]


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
