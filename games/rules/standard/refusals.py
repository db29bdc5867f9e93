"""Which law a move breaks that is not legal."""

from __future__ import annotations

from games.rules.geometry import BIT, diagonal, straight
from games.rules.standard.moves import (
    CASTLING,
    FORWARD,
    HOME_RANK,
    KING,
    KNIGHT,
    LAST_RANK,
    PAWN_TAKES,
    Move,
)
from games.rules.standard.position import Position


def law_against(position: Position, move: Move) -> str:
    """Return the law that an illegal move breaks first."""
    start, goal = BIT[move.origin], BIT[move.target]
    if not position.own & start:
        return "1.2"
    if position.kings & start and move.target in _castled(move.origin):
        return "1.7"
    if (position.own | position.kings) & goal:
        return "1.2"
    if position.pawns & start:
        return _law_against_pawn(position, move)
    if move.promotion:
        return "1.6"
    # It could be made, were it not for the own king.
    return "1.8" if _reached(position, move.origin) & goal else "1.3"


def _castled(king: int) -> set[int]:
    """Return where castling takes a king who stands here."""
    return {way.target for way in CASTLING.values() if abs(way.target - king) == 2}


def _reached(position: Position, square: int) -> int:
    """Return where a piece that is no pawn could go, own pieces and the own king apart."""
    occupied, start = position.own | position.enemy, BIT[square]
    if position.knights & start:
        return KNIGHT[square]
    if position.kings & start:
        return KING[square]
    found = 0
    if start & (position.rooks | position.queens):
        found |= straight(square, occupied)
    if start & (position.bishops | position.queens):
        found |= diagonal(square, occupied)
    return found


def _law_against_pawn(position: Position, move: Move) -> str:
    side, origin, goal = position.side, move.origin, BIT[move.target]
    if bool(move.promotion) != bool(LAST_RANK & goal):
        return "1.6"
    occupied = position.own | position.enemy
    if PAWN_TAKES[side][origin] & goal:
        if position.enemy & goal:
            return "1.8"
        return "1.8" if move.target == position.passed else "1.5"
    way = FORWARD[side]
    steps = (move.target - origin) / way
    if steps not in (1, 2) or occupied & (goal | BIT[origin + way]):
        return "1.4"
    return "1.8" if steps == 1 or HOME_RANK[side] & BIT[origin] else "1.4"
