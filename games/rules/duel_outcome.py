"""How a duel ends: the words of it, and its text form within a state."""

from __future__ import annotations

from typing import Final

from games.rules.contract import ABORTED, ADJUDICATED, CALLED_OFF, Happening, Outcome, Side
from games.rules.errors import NotationError
from games.rules.text import gettext as _

SIDES: Final = ("white", "black")

CHECKMATE: Final = "checkmate"
STALEMATE: Final = "stalemate"
DEAD_POSITION: Final = "dead_position"
REPETITION: Final = "repetition"
QUIET_MOVES: Final = "quiet_moves"
RESIGNATION: Final = "resignation"
AGREEMENT: Final = "agreement"
TIMEOUT: Final = "timeout"


def win(side: int) -> tuple[tuple[Side, ...], ...]:
    return ((SIDES[side],), (SIDES[1 - side],))


def game_over(outcome: Outcome | None) -> list[Happening]:
    if outcome is None:
        return []
    return [{"type": "game_over", "winner": outcome.winner, "reason": outcome.reason}]


def write_outcome(outcome: Outcome | None) -> str:
    if outcome is None:
        return "-"
    if outcome.is_aborted:
        return outcome.reason
    return f"{outcome.reason} {outcome.winner or 'draw'}"


_REASONS: Final = {
    ADJUDICATED,
    CHECKMATE,
    STALEMATE,
    DEAD_POSITION,
    REPETITION,
    QUIET_MOVES,
    RESIGNATION,
    AGREEMENT,
    TIMEOUT,
}


def read_outcome(text: str) -> Outcome | None:
    if text == "-":
        return None
    if text in (ABORTED, CALLED_OFF):
        return Outcome(text)
    reason, _sep, winner = text.partition(" ")
    if reason not in _REASONS or winner not in (*SIDES, "draw"):
        raise NotationError(_("{x!r} isn't an end of a game.").format(x=text[:30]), law=None)
    return Outcome(reason, (SIDES,) if winner == "draw" else win(SIDES.index(winner)))
