"""Games that begin in the middle: what lessons are played on."""

from __future__ import annotations

from games.rules.chess_eleven.match import State
from games.rules.chess_eleven.stalls import Stalls
from games.rules.chess_eleven.validity import load_position

_LONG: int = 9
"""Goals to win: no lesson ends the game."""


def stand(position: str) -> State:
    """Return a game that stands at this position, with either side to move."""
    return State(
        goals_to_win=_LONG,
        ready=(True, True),
        position=load_position(position),
        stalls=Stalls(),
    )


def line_up() -> State:
    """Return a game whose sides choose their formations."""
    return State(goals_to_win=_LONG, stalls=Stalls())
