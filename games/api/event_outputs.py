"""The shapes of events: one for each type, distinguished by ``type``."""

from __future__ import annotations

from typing import Any, Final

from rest_framework import serializers

from config.http.schema_fields import Constant, OneOf, OtherWord, Output
from games.api import examples
from games.api.competition_event_outputs import (
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
from games.api.happening_outputs import RESULT_REASONS, Score
from games.api.outputs import (
    DECLINE_REASONS,
    GAME_STATUSES,
    Person,
    RatingChangeOutput,
)
from games.api.side_fields import AnyChallengeSide, AnySide
from games.api.time_outputs import Clock, LiveClock, LiveTerms
from games.store.outbox import EventType


class ChallengeData(Output):
    """The data of every event about a challenge."""

    challenger = Person(help_text="The player who made it.")
    opponent = Person(
        allow_null=True, help_text="The challenged player; null for an open challenge."
    )
    side = AnyChallengeSide(help_text="The challenger's.")
    your_side = AnySide(allow_null=True, help_text="null where it is drawn by lot.")
    ruleset = serializers.CharField(help_text="Which game is proposed.")
    options = serializers.DictField(help_text="The terms of the rule set, as `goals_to_win`.")
    days_per_turn = serializers.IntegerField(
        min_value=1, max_value=14, help_text="Time for each turn."
    )
    clock = Clock()
    live = LiveTerms(allow_null=True, help_text="For a live game; null for correspondence.")
    rated = serializers.BooleanField(help_text="Whether it would count.")
    rematch_of = serializers.CharField(allow_null=True, help_text="The game before it, or null.")
    goes_on_from = serializers.CharField(
        allow_null=True, help_text="The game lost on time where it would begin, or null."
    )
    expires_at = serializers.DateTimeField(help_text="When it expires.")


class AcceptedData(ChallengeData):
    """A challenge that became a game."""

    game = serializers.CharField(help_text="The game that has begun.")


class DeclinedData(ChallengeData):
    """A challenge that was declined."""

    reason = serializers.ChoiceField(DECLINE_REASONS, allow_null=True)


class GameData(Output):
    """The data of every event about a game, just after it."""

    ruleset = serializers.CharField(help_text="Which game is played.")
    status = serializers.ChoiceField(GAME_STATUSES, help_text="As in the game.")
    round = serializers.IntegerField(
        min_value=1, allow_null=True, help_text="The round that is on; null in games without."
    )
    score = Score(allow_null=True, help_text="null in games without goals.")
    position = serializers.CharField(
        allow_null=True, help_text="As in the game; null while formations are chosen."
    )
    next_turn = serializers.IntegerField(min_value=1, help_text="The game's `turn`.")
    awaiting = serializers.ListField(child=AnySide(), help_text="The sides to act.")
    deadline = serializers.DateTimeField(
        allow_null=True, help_text="Until when; null when the game is over."
    )
    live = LiveClock(required=False, help_text="Only in a live game: its clock.")
    your_side = AnySide(
        allow_null=True, help_text="null in the log of a game, which is the same for all players."
    )


class StartedData(GameData):
    """A game that has begun."""

    players = serializers.DictField(child=serializers.CharField(), help_text="Names by side.")


class FormationData(GameData):
    """A formation that was saved."""

    side = AnySide()
    ready = serializers.BooleanField()


class TurnData(GameData):
    """A turn, and the game after it."""

    turn = serializers.IntegerField(min_value=1, help_text="Its number.")
    side = AnySide(help_text="The player who played it.")
    round = serializers.IntegerField(min_value=1, help_text="In which it was played.")
    actions = serializers.ListField(child=serializers.CharField())
    notation = serializers.CharField()
    rolls = serializers.ListField(child=serializers.IntegerField(min_value=0, max_value=99))


class RoundEndedData(GameData):
    """A round that has ended."""

    turn = serializers.IntegerField(min_value=1, help_text="The turn that ended it.")
    side = AnySide(help_text="The player who played that turn.")
    round = serializers.IntegerField(min_value=1, help_text="The round that ended.")


class SideData(GameData):
    """What a side did about a draw."""

    side = AnySide()


class DrawDeclinedData(SideData):
    """An offer that was declined."""

    by_playing = serializers.BooleanField(help_text="Whether by playing on.")


class OutData(GameData):
    """A player who plays no more."""

    turn = serializers.IntegerField(min_value=1, help_text="The turn that was due.")
    side = AnySide()
    by = serializers.CharField(help_text="`turn`, or the act of this side, as `time_out`.")


class ActData(GameData):
    """An act outside a turn."""

    turn = serializers.IntegerField(min_value=1, help_text="The turn that was due.")
    side = AnySide()
    newly_awaited = serializers.ListField(
        child=AnySide(), help_text="The sides to act now that weren't before."
    )
    name = serializers.CharField(
        help_text="`resign`, `time_out`, `hand_over`, or an act of the game's own."
    )


class NearData(GameData):
    """The clock of the current turn."""

    turn = serializers.IntegerField(min_value=1, help_text="The next turn.")


class GivenData(NearData):
    """Time that a player gave to the player to move."""

    side = AnySide(help_text="The player who gave it.")
    hours = serializers.IntegerField(min_value=1)


class PhraseData(GameData):
    """A sent message."""

    side = AnySide(help_text="The player who sent it.")
    phrase = serializers.CharField(help_text="Its key. `GET /games/{id}/phrases` has the words.")
    turn = serializers.IntegerField(min_value=1, help_text="The turn that was due.")


class PlayingData(SideData):
    """A player's wish to play on now or to switch to correspondence, or the wish of all."""

    until = serializers.DateTimeField(
        help_text="When the offer expires, or when play on ends unless a turn is played."
    )


class PlayingEndedData(GameData):
    """Why the players no longer play on now."""

    side = AnySide(allow_null=True, help_text="The player who ended it; null if no one did.")
    why = serializers.CharField(
        help_text="`stopped`, `declined`, `withdrawn`, `silence` or `game_over`."
    )


class ResumedData(GameData):
    """A clock that runs again."""

    side = AnySide(help_text="Whose clock it is.")
    why = serializers.CharField(help_text="Why it was paused: `leave` (a vacation).")


class PausedData(ResumedData):
    """A paused clock."""

    until = serializers.DateTimeField(help_text="When it runs again.")


class ExtendedData(GameData):
    """Time that was given back."""

    seconds = serializers.IntegerField(min_value=0)
    reason = serializers.CharField(help_text="Why nothing could be played.")
    started_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField()


class FinishedData(GameData):
    """How a game ended."""

    winner = AnySide(allow_null=True)
    reason = serializers.ChoiceField(RESULT_REASONS)


class RatingData(GameData):
    """What a rated game did to the ratings."""

    rating_change = RatingChangeOutput()


class EventOutput(Output):
    """Something that happened."""

    number = serializers.IntegerField(min_value=1, help_text="Without gaps; resume with `?after=`.")
    type: serializers.Field[Any, Any, Any, Any] = serializers.CharField()
    game = serializers.CharField(allow_null=True)
    challenge = serializers.CharField(allow_null=True)
    competition = serializers.CharField(allow_null=True)
    data: Any = serializers.DictField()
    happened_at = serializers.DateTimeField()


DATA: Final[dict[EventType, type[Output]]] = {
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


def _shape_of(kind: EventType) -> type[Output]:
    """Return the shape of an event of this type."""
    data = DATA[kind]
    about = next(base for base in COMMON if issubclass(data, base))
    name = "".join(word.capitalize() for word in kind.value.split("."))
    fields = {
        "type": Constant(kind.value),
        "game": serializers.CharField(allow_null=about is not GameData),
        "challenge": serializers.CharField(allow_null=about is not ChallengeData),
        "competition": serializers.CharField(allow_null=about is not CompetitionData),
        "data": data(),
        "__doc__": f"An event of the type `{kind.value}`.",
        "Meta": type("Meta", (), {"ref_name": f"{name}Event"}),
    }
    return type(f"{name}Event", (EventOutput,), fields)


class OtherEvent(EventOutput):
    """An event of a type that was added later: leave it out."""

    type = OtherWord("EventType")

    class Meta:
        ref_name = "OtherEvent"


EVENTS: Final = {kind: _shape_of(kind) for kind in EventType}
"""The shapes of events by their type."""
ANY_EVENT: Final = OneOf("Event", [*EVENTS.values(), OtherEvent])


class EventPage(Output):
    """A page of events."""

    example: Final = {**examples.page(examples.EVENT), "latest": 4}

    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)
    latest = serializers.IntegerField(
        min_value=0, help_text="The number of the newest event; 0 before the first."
    )
    results = serializers.ListField(child=ANY_EVENT)
