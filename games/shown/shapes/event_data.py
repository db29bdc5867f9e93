"""The data of events about games and challenges."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from config.http.shape_notes import Time, base, between
from games.models.shapes import LiveTerms
from games.shown.shapes.games import Person
from games.shown.shapes.times import Clock
from games.store import happened
from games.store.shapes import AnyChallengeSide, AnySide, RoundStanding, Standing


@base
class ChallengeTerms(TypedDict):
    """The proposed game, as its events say it."""

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


class AcceptedData(ChallengeData, happened.OwnAccepted):
    """A challenge that became a game."""


class DeclinedData(ChallengeData, happened.OwnDeclined):
    """A challenge that was declined."""


class _Yours(TypedDict):
    your_side: Annotated[AnySide | None, "null in the log of a game."]


@base
class CommonGameData(Standing, _Yours):
    """Members of the data of every event about a game: the game just after it."""


@base
class GameData(RoundStanding, _Yours):
    """The data of every event about a game, just after it."""


class StartedData(GameData, happened.OwnPlayers):
    """A game that has begun."""


class FormationData(GameData, happened.OwnFormation):
    """A formation that was saved."""


class TurnData(CommonGameData, happened.OwnTurn):
    """A turn, and the game after it."""


class LostTurnData(GameData, happened.OwnLostTurn):
    """A turn that was lost, and the game without it."""


class RoundEndedData(CommonGameData, happened.OwnRoundEnded):
    """A round that has ended."""


class SideData(GameData, happened.OwnSide):
    """What a side did about a draw."""


class DrawDeclinedData(GameData, happened.OwnDrawDeclined):
    """An offer that was declined."""


class OutData(GameData, happened.OwnOut):
    """A player who plays no more."""


class ActData(GameData, happened.OwnAct):
    """An act outside a turn."""


class NearData(GameData, happened.OwnNear):
    """The clock of the current turn."""


class GivenData(GameData, happened.OwnGiven):
    """Time that a player gave to the player to move."""


class ResumedData(GameData, happened.OwnResumed):
    """A clock that runs again."""


class PausedData(GameData, happened.OwnPaused):
    """A paused clock."""


class ExtendedData(GameData, happened.OwnExtended):
    """Time that was given back."""


class FinishedData(GameData, happened.OwnFinished):
    """How a game ended."""


@base
class CompetitionData(TypedDict):
    """Members of the data of every event about a competition."""

    name: Annotated[str, "The name of the competition."]
    section: Annotated[
        str, "`open`, `under-18`, `under-15`, or in a league `division-1` and so on."
    ]
    ruleset: Annotated[str, "Which game is played."]
    your_side: Annotated[AnySide | None, "null: a competition has no sides."]
