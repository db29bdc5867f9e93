"""What can happen in a turn of Chess Eleven: ``Turn.events``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, NotRequired, TypedDict

from config.http.schema_fields import OneOf
from config.http.shape_notes import Positive, other_than, words
from games.rules.chess_eleven.described import Score
from games.rules.contract import Happening
from games.shown.shapes.values import Side
from games.store.shapes import RESULT_REASONS

ROUND_ENDS: Final = ["goal", "checkmate", "drop_ball"]
DROP_BALLS: Final = ["blocked", "repetition", "quiet_turns"]
SHOT_OUTCOMES: Final = ["goal", "save", "block", "corner"]


_From = TypedDict("_From", {"from": str})


class MoveHappening(_From):
    """A piece moved."""

    type: Literal["move"]
    side: Side
    piece: Annotated[str, "Upper case for White, lower case for Black."]
    to: str
    captures: NotRequired[Annotated[str, "The piece that was taken."]]


class BallWonHappening(TypedDict):
    """The piece that moved took the ball."""

    type: Literal["ball_won"]
    side: Side
    at: str


class PassHappening(_From):
    """The ball was passed."""

    type: Literal["pass"]
    side: Side
    to: str


class ShotHappening(_From):
    """The ball was shot at the goal."""

    type: Literal["shot"]
    side: Side
    to: str
    outcome: Annotated[str, words(SHOT_OUTCOMES)]
    at: NotRequired[Annotated[str, "Where it was blocked, or the square of the corner kick."]]


class CheckHappening(TypedDict):
    """The other side's king is attacked."""

    type: Literal["check"]
    side: Annotated[Side, "The side that gives it."]


class CheckmateHappening(TypedDict):
    """The other side's king is mated."""

    type: Literal["checkmate"]
    side: Annotated[Side, "The side that gives it."]


class GoalKickHappening(TypedDict):
    """The ball goes to this side's king."""

    type: Literal["goal_kick"]
    side: Side
    at: str


class PassedOverHappening(TypedDict):
    """This side has no legal turn, so the other plays again."""

    type: Literal["passed_over"]
    side: Side


class RoundEndedHappening(TypedDict):
    """The round is over."""

    type: Literal["round_ended"]
    round: Positive
    reason: Annotated[str, words(ROUND_ENDS)]
    side: Annotated[Side | None, "The side that scored."]
    score: Score
    because: NotRequired[Annotated[str, words(DROP_BALLS), "Why there is a drop ball."]]


class GameOverHappening(TypedDict):
    """The game is over."""

    type: Literal["game_over"]
    reason: Annotated[str, words(RESULT_REASONS)]
    winner: Side | None
    score: Score


HAPPENINGS: Final[Mapping[str, Any]] = {
    "move": MoveHappening,
    "ball_won": BallWonHappening,
    "pass": PassHappening,
    "shot": ShotHappening,
    "check": CheckHappening,
    "checkmate": CheckmateHappening,
    "goal_kick": GoalKickHappening,
    "passed_over": PassedOverHappening,
    "round_ended": RoundEndedHappening,
    "game_over": GameOverHappening,
}
"""The shapes by ``type``."""


class OtherHappening(TypedDict):
    """Something of a type that was added later: leave it out."""

    type: Annotated[str, other_than(list(HAPPENINGS))]


AnyHappening = Annotated[Happening, OneOf("Happening", [*HAPPENINGS.values(), OtherHappening])]
