"""The data of events about games and challenges."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from config.http.shape_notes import Count, Positive, Time, between, words
from games.models.shapes import LiveTerms
from games.shown.shapes.challenges import DECLINE_REASONS
from games.shown.shapes.games import Person, RatingChange
from games.shown.shapes.happenings import RESULT_REASONS
from games.shown.shapes.times import Clock
from games.shown.shapes.values import Roll
from games.store.shapes import AnyChallengeSide, AnySide, RoundStanding, Standing


class ChallengeTerms(TypedDict):
    """What is proposed, as its events say it."""

    challenger: Annotated[Person, "The player who made it."]
    opponent: Annotated[Person | None, "The challenged player; null for an open challenge."]
    side: Annotated[AnyChallengeSide, "The challenger's."]
    ruleset: Annotated[str, "Which game is proposed."]
    options: Annotated[dict[str, Any], "The terms of the rule set, as `goals_to_win`."]
    days_per_turn: Annotated[int, between(1, 14), "Time for each turn."]
    clock: Clock
    live: Annotated[LiveTerms | None, "For a live game; null for correspondence."]
    rated: Annotated[bool, "Whether it would count."]
    rematch_of: Annotated[str | None, "The game before it, or null."]
    continued_from: Annotated[str | None, "The game lost on time where it would begin, or null."]
    expires_at: Annotated[Time, "When it expires."]


class ChallengeData(ChallengeTerms):
    """The data of every event about a challenge."""

    your_side: Annotated[AnySide | None, "null where it is drawn by lot."]


class AcceptedData(ChallengeData):
    """A challenge that became a game."""

    game: Annotated[str, "The game that has begun."]


class DeclinedData(ChallengeData):
    """A challenge that was declined."""

    reason: Annotated[str | None, words(DECLINE_REASONS)]


class _Yours(TypedDict):
    your_side: Annotated[AnySide | None, "null in the log of a game."]


class _GameData(Standing, _Yours):
    pass


class GameData(RoundStanding, _Yours):
    """The data of every event about a game, just after it."""


class StartedData(GameData):
    """A game that has begun."""

    players: Annotated[dict[str, str], "Names by side."]


class FormationData(GameData):
    """A formation that was saved."""

    side: AnySide
    ready: bool


class TurnData(_GameData):
    """A turn, and the game after it."""

    turn: Annotated[Positive, "Its number."]
    side: Annotated[AnySide, "The player who played it."]
    round: Annotated[Positive, "In which it was played."]
    actions: list[str]
    notation: str
    rolls: list[Roll]


class RoundEndedData(_GameData):
    """A round that has ended."""

    turn: Annotated[Positive, "The turn that ended it."]
    side: Annotated[AnySide, "The player who played that turn."]
    round: Annotated[Positive, "The round that ended."]


class SideData(GameData):
    """What a side did about a draw."""

    side: AnySide


class DrawDeclinedData(SideData):
    """An offer that was declined."""

    by_playing: Annotated[bool, "Whether by playing on."]


class OutData(GameData):
    """A player who plays no more."""

    turn: Annotated[Positive, "The turn that was due."]
    side: AnySide
    by: Annotated[str, "`turn`, or the act of this side, as `time_out`."]


class ActData(GameData):
    """An act outside a turn."""

    turn: Annotated[Positive, "The turn that was due."]
    side: AnySide
    newly_awaited: Annotated[list[AnySide], "The sides to act now that weren't before."]
    name: Annotated[str, "`resign`, `time_out`, `hand_over`, or an act of the game's own."]


class NearData(GameData):
    """The clock of the current turn."""

    turn: Annotated[Positive, "The next turn."]


class GivenData(NearData):
    """Time that a player gave to the player to move."""

    side: Annotated[AnySide, "The player who gave it."]
    hours: Positive


class PhraseData(GameData):
    """A sent message."""

    side: Annotated[AnySide, "The player who sent it."]
    phrase: Annotated[str, "Its key. `GET /games/{id}/phrases` has the words."]
    turn: Annotated[Positive, "The turn that was due."]


class PlayingData(SideData):
    """A player's wish to play on now or to switch to correspondence, or the wish of all."""

    until: Annotated[Time, "When the offer expires, or when play on ends unless a turn is played."]


class PlayingEndedData(GameData):
    """Why the players no longer play on now."""

    side: Annotated[AnySide | None, "The player who ended it; null if no one did."]
    why: Annotated[str, "`stopped`, `declined`, `withdrawn`, `silence` or `game_over`."]


class ResumedData(GameData):
    """A clock that runs again."""

    side: Annotated[AnySide, "Whose clock it is."]
    why: Annotated[str, "Why it was paused: `leave` (a vacation)."]


class PausedData(ResumedData):
    """A paused clock."""

    until: Annotated[Time, "When it runs again."]


class ExtendedData(GameData):
    """Time that was given back."""

    seconds: Count
    reason: Annotated[str, "Why nothing could be played."]
    started_at: Time
    ended_at: Time


class FinishedData(GameData):
    """How a game ended."""

    winner: AnySide | None
    reason: Annotated[str, words(RESULT_REASONS)]


class RatingData(GameData):
    """What a rated game did to the ratings."""

    rating_change: RatingChange
