"""What a position of Future Chess is worth, for the bot."""

from __future__ import annotations

from typing import Final

from games.rules.duel_robot import DuelRobot
from games.rules.future import reach
from games.rules.future.moves import Move
from games.rules.future.position import EMPTY, Position, side_of
from games.rules.future.rule_set import FUTURE
from games.rules.future.squares import END, SQUARES, level_of, rank_of

WORTH: Final = {"P": 100, "S": 160, "N": 380, "B": 380, "R": 560, "Q": 1000, "K": 0}
_CENTRE: Final = tuple(4 - abs(square % 5 - 2) - abs(rank_of(square) - 2) for square in SQUARES)
"""How central a square is on its level, from 0 in a corner to 4 in the middle."""


def weigh(position: Position) -> float:
    """Return what a position is worth to the side to move, in hundredths of a pawn."""
    worth, material = 0.0, 0
    for square, piece in enumerate(position.board):
        if piece != EMPTY:
            material += _MATERIAL[piece]
            worth += _PLACES[piece][square]
    worth += material
    if abs(material) >= 250:
        worth += _drive_king(position, white_leads=material > 0)
    return -worth if position.side else worth


def gain(position: Position, move: Move) -> float:
    """Return what a move captures and becomes, less a little of what it risks."""
    taken = position.board[move.target]
    worth = 0
    if taken != EMPTY:
        worth = WORTH[taken.upper()] * 10 - WORTH[position.board[move.origin].upper()] // 10
    return worth + (WORTH[move.promotion.upper()] if move.promotion else 0)


def _worth_of(kind: str, square: int, side: int) -> float:
    if kind in "PS":
        # The way of a pawn is long: five ranks, a climb, and four more.
        steps = abs(rank_of(square) - END[1 - side])
        return 6.0 * steps * (2 if kind == "S" else 1)
    if kind == "N":
        return 6.0 * _CENTRE[square]
    if kind == "K":
        return -3.0 * _CENTRE[square]
    return 2.0 * _CENTRE[square]


_MATERIAL: Final = {
    **WORTH,
    **{kind.lower(): -worth for kind, worth in WORTH.items()},
}
"""What a piece is worth to White, by its letter."""
_PLACES: Final = {
    piece: tuple(
        (1 if piece.isupper() else -1) * _worth_of(piece.upper(), square, side_of(piece))
        for square in SQUARES
    )
    for piece in _MATERIAL
}
"""What its place is worth to White."""


def _drive_king(position: Position, *, white_leads: bool) -> float:
    """Return the worth of a king with few ways out, and the leader's king close to him."""
    leading, driven = (position.board.index(king) for king in ("Kk" if white_leads else "kK"))
    distance = (
        abs(leading % 5 - driven % 5)
        + abs(rank_of(leading) - rank_of(driven))
        + 2 * abs(level_of(leading) - level_of(driven))
    )
    worth = 10.0 * (8 - len(reach.KING[driven])) - 6.0 * distance
    return worth if white_leads else -worth


ROBOT: Final = DuelRobot(FUTURE.board, weigh, gain)
