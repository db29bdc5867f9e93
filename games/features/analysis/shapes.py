"""The analysis as JSON: what the payloads return and the OpenAPI document describes."""

from __future__ import annotations

from typing import Annotated, Final, NotRequired, TypedDict

from config.http.shape_notes import Count, Positive, like, words
from games.features.analysis import examples
from games.store.shapes import AnySide

Points = float
"""A sum of many turns may be beyond 100."""
Chance = float
STATUSES: Final = ("waiting", "summed", "searching", "done", "failed")


class AnalysisShot(TypedDict):
    """A shot."""

    goal: Annotated[int, "The chance of a goal, in per cent."]
    outcome: Annotated[str, "`goal`, `save`, `block` or `corner`."]


class AnalysisTurn(TypedDict):
    """The marks of a turn."""

    number: Annotated[Positive, "The number of the turn."]
    round: Annotated[Positive, "In which it was played."]
    side: Annotated[AnySide, "The player of the turn."]
    before: Annotated[Chance, "White's chance as the turn began."]
    played: Annotated[Chance, "After the turn, before its roll."]
    after: Annotated[Chance, "After the roll."]
    choice: Annotated[Points, "played less before, for the player of the turn."]
    luck: Annotated[Points, "after less played, for the player of the turn."]
    missed: Annotated[Chance | None, "By how much the best turn was better; null: not searched."]
    best: Annotated[list[str] | None, "The actions of that turn."]
    shot: Annotated[AnalysisShot | None, "null where no roll decided a shot."]


class AnalysisOfSide(TypedDict):
    """The sums of a side."""

    choice: Annotated[Points, "The change that its turns made before any roll."]
    luck: Annotated[Points, "The change that the rolls made for it."]
    missed: Annotated[float | None, "The sum of what its turns missed. It's no part of the result."]
    turns: Annotated[Count, "The turns that it played."]


class AnalysisEnd(TypedDict):
    """How a game ended that no goal ended."""

    points: Annotated[Points, "The result less the last chance."]
    reason: Annotated[str, "As in the result of the game."]


class TurningPoints(TypedDict):
    """The turns to look at first."""

    choice: Annotated[
        dict[str, list[int]],
        "By side: the three that missed most, from 7 points, if half was left one turn later.",
    ]
    luck: Annotated[list[int], "The three largest strokes of luck, from 5 points."]


@like(examples.ANALYSIS)
class Analysis(TypedDict):
    """The parts that decided a game.

    `start` + luck of White + `choice` + `lineup` + `acts` + points of `end` = `result`, to the
    hundredth. All but the figures of a turn and of a side are White's.
    """

    game: Annotated[str, "The id of the game."]
    status: Annotated[
        str, words(STATUSES), "`done`: better turns are there. `searching`: they are on their way."
    ]
    value: Annotated[str, "The version of the chances."]
    rules_version: Annotated[Positive, "The version of the laws of the game."]
    unit: Annotated[str, "`points`: all figures are points of 100."]
    searched_to: Annotated[Count, "The last turn for which a better one was searched."]
    start: Annotated[Chance, "White's chance before the first formations."]
    result: Annotated[Chance, "100, 50 or 0."]
    totals: Annotated[dict[str, AnalysisOfSide], "By side."]
    choice: Annotated[Points, "White's choice less Black's."]
    lineup: Annotated[Points, "The change by formations: both sides choose them together."]
    acts: Annotated[Points, "The change by claimed drop balls and by turns that were taken back."]
    end: Annotated[AnalysisEnd | None, "null where the last turn decided the game."]
    alone: Annotated[dict[str, int], "By side: the chance as it came to be without the dice."]
    turns: NotRequired[Annotated[list[AnalysisTurn], "Left out with `fields=totals`."]]
    turning_points: NotRequired[Annotated[TurningPoints, "Left out with `fields=totals`."]]


@like(examples.WAITING)
class AnalysisWaiting(TypedDict):
    """An analysis that isn't there yet."""

    game: Annotated[str, "The id of the game."]
    status: Annotated[str, words(STATUSES), "`failed`: it won't come."]
    ahead: Annotated[Count, "How many games come before it."]


class MeanPoints(TypedDict):
    """A mean over games, and how far chance alone moves it."""

    points: Annotated[Points, "Points of a game."]
    error: Annotated[float, "Its standard error."]


class MeanOfSome(MeanPoints):
    """A mean over some of the games."""

    games: Annotated[Positive, "How many they are."]


@like(examples.FIGURES)
class AnalysisFigures(TypedDict):
    """The figures of my newest analysed games against people."""

    games: Annotated[Count, "How many there are, at most 50."]
    value: Annotated[str, "The version of the chances, one for all. Empty without games."]
    unit: Annotated[str, "`points`: all figures are points of 100."]
    dice: Annotated[MeanPoints | None, "My luck; null below 20 games and in chess."]
    turns: Annotated[MeanPoints | None, "My choice less my opponent's; null below 20 games."]
    phases: Annotated[
        dict[str, MeanOfSome],
        "The same by phase of my turns: `kickoff`, `with_ball`, `without`, `corner`; in chess "
        "`opening`, `middlegame`, `endgame`.",
    ]
    opponents: Annotated[
        dict[str, MeanOfSome],
        "The same in rated games: `stronger` and `weaker` opponents are 100 apart, others `equal`.",
    ]


class WithAnalysis(TypedDict):
    """The analysis in the record of a game."""

    analysis: NotRequired[Annotated[Analysis | None, "With `?analysis=1`; null if there is none."]]
