"""What a position of standard chess is worth, for the bot."""

from __future__ import annotations

from typing import Final

from games.rules.duel_robot import DuelRobot
from games.rules.geometry import BIT, each
from games.rules.standard.moves import Move
from games.rules.standard.position import Position
from games.rules.standard.rule_set import STANDARD

WORTH: Final = {"p": 100, "n": 320, "b": 330, "r": 500, "q": 900, "k": 0}
_CENTRE: Final = tuple(
    6 - int(abs(2 * (square % 8) - 7) + abs(2 * (square // 8) - 7)) // 2 for square in range(64)
)
"""How central a square is, from -1 in a corner to 5 in the middle."""


def weigh(position: Position) -> float:
    """Return what a position is worth to the side to move, in hundredths of a pawn."""
    white = _weigh_side(position, position.white, advance=1)
    black = _weigh_side(position, position.black, advance=-1)
    worth = white - black
    lead = _material(position, position.white) - _material(position, position.black)
    if abs(lead) >= 200:
        worth += _drive_king(position, white_leads=lead > 0)
    return -worth if position.side else worth


def gain(position: Position, move: Move) -> float:
    """Return what a move captures and becomes, less a little of what it risks."""
    taken = position.piece_at(move.target) if position.enemy & BIT[move.target] else ""
    worth = WORTH[taken.lower()] * 10 if taken else 0
    if worth:
        worth -= WORTH[position.piece_at(move.origin).lower()] // 10
    return worth + (WORTH[move.promotion] if move.promotion else 0)


def _material(position: Position, own: int) -> int:
    return (
        100 * (position.pawns & own).bit_count()
        + 320 * (position.knights & own).bit_count()
        + 330 * (position.bishops & own).bit_count()
        + 500 * (position.rooks & own).bit_count()
        + 900 * (position.queens & own).bit_count()
    )


def _weigh_side(position: Position, own: int, advance: int) -> float:
    worth = float(_material(position, own))
    for square in each(position.pawns & own):
        ranks = square // 8 if advance > 0 else 7 - square // 8
        worth += 2 * ranks * ranks + _CENTRE[square]
    for square in each((position.knights | position.bishops) & own):
        worth += 5 * _CENTRE[square]
    endgame = not position.queens
    for square in each(position.kings & own):
        worth += (5 if endgame else -6) * _CENTRE[square]
    return worth


def _drive_king(position: Position, *, white_leads: bool) -> float:
    """Return the worth of a king driven to the edge, with the leader's king close to him."""
    leading, driven = (
        (position.kings & own).bit_length() - 1
        for own in (
            (position.white, position.black) if white_leads else (position.black, position.white)
        )
    )
    distance = max(abs(leading % 8 - driven % 8), abs(leading // 8 - driven // 8))
    worth = 8.0 * (5 - _CENTRE[driven]) + 5.0 * (7 - distance)
    return worth if white_leads else -worth


ROBOT: Final = DuelRobot(STANDARD.board, weigh, gain)
