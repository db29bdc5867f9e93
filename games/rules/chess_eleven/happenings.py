"""The happenings that end a round and a game."""

from __future__ import annotations

from typing import Final

from games.rules.chess_eleven.match import State
from games.rules.chess_eleven.notation import SIDES
from games.rules.chess_eleven.turn import ROUND_DROP_BALL, ROUND_GOAL, ROUND_MATE, End
from games.rules.contract import Happening

ENDS: Final = {ROUND_GOAL: "goal", ROUND_MATE: "checkmate", ROUND_DROP_BALL: "drop_ball"}


def round_ended(number: int, after: State, end: End, because: str) -> Happening:
    """Return what is reported of the end of a round; ``because`` says why there is a drop ball.

    Games of version 1 do not say why: a dead position was the only reason.
    """
    happening = {
        "type": "round_ended",
        "round": number,
        "reason": ENDS[end.kind],
        "side": None if end.side is None else SIDES[end.side],
        "score": score(after),
    }
    has_cause = end.kind == ROUND_DROP_BALL and after.stalls is not None
    return {**happening, "because": because} if has_cause else happening


def game_over(after: State) -> list[Happening]:
    """Return what is reported of the end of a game; nothing while it continues."""
    if after.outcome is None:
        return []
    return [
        {
            "type": "game_over",
            "reason": after.outcome.reason,
            "winner": after.outcome.winner,
            "score": score(after),
        }
    ]


def score(state: State) -> dict[str, int]:
    """Return the goals by side."""
    return dict(zip(SIDES, state.score, strict=True))
