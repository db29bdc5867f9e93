"""A game of Chess Eleven as JSON."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from games.rules.chess_eleven.notation import SIDES
from games.rules.contract.described import Count, Limits, Positive, Words


class Score(TypedDict):
    """Goals by side."""

    white: Count
    black: Count


class Formation(TypedDict):
    """One side's formation while it is chosen."""

    pieces: Annotated[dict[str, str], "Square to upper-case letter."]
    substitute: Annotated[str, "The piece on the sideline."]
    ready: bool
    may_substitute: Annotated[bool, "After your goal, the substitute may replace a pawn (law 3.5)."]


class FormationBySide(TypedDict):
    """Both formations."""

    white: Formation
    black: Formation


class Stalled(TypedDict):
    """How far the round has stalled; empty in version 1 of the laws."""

    may_claim_drop_ball: NotRequired[
        Annotated[bool, "Law 9.3; since version 2 of the laws, like the next three."]
    ]
    quiet_turns: NotRequired[Annotated[Count, "40 end the round."]]
    drop_balls: NotRequired[Annotated[Count, "Four end the game."]]
    drop_balls_in_a_row: NotRequired[Annotated[Count, "Two end the game."]]


class ElevenDescription(Stalled):
    """Where the game is."""

    goals_to_win: Annotated[int, Limits(0, 9), "0 where only the clock decides."]
    score: Score
    round: Positive
    side_to_play: Annotated[str | None, Words(SIDES)]
    position: Annotated[
        str | None,
        "Six fields (law 10.4); null while formations are chosen. When the game is over"
        " it is the last one on the board: after a goal the one in which the shot was taken.",
    ]
    in_check: bool
    formation: Annotated[FormationBySide | None, "While formations are chosen."]
    legal_actions: list[str]
    may_claim_final_whistle: Annotated[bool, "In version 1 of the laws alone."]
