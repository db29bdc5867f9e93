"""Which law a turn breaks that is not legal."""

from __future__ import annotations

from games.rules.family import reach
from games.rules.family.moves import (
    PROMOTION_RANK,
    Judge,
    Move,
    is_attacked,
    moved,
    possible_moves,
    reached,
)
from games.rules.family.position import AWAY, Position
from games.rules.family.squares import own_rank


def law_against(position: Position, move: Move) -> str:
    """Return the law that an illegal move breaks first."""
    piece, there = position.board[move.origin], position.board[move.target]
    if piece[:1] != position.side:
        return "3.1"
    if piece[1] == "K" and move.target in {way.target for way in _castlings(position)}:
        return "3.6"
    if there[:1] == position.side:
        return "3.1"
    if move in possible_moves(position):
        # 5.4 is what is left: another's check is in force against that king.
        return Judge(position).law_against(move) or "5.4"
    if move.target in reached(position.board, move.origin):
        if there[1:] == "K":
            return "3.1"
        if there[:1] in position.seats(AWAY) and piece[1] != "P":
            return "7.4"
    return _law_against_pawn(position, move) if piece[1] == "P" else "3.1"


def _castlings(position: Position) -> list[reach.Castling]:
    """Return the ways of castling of a king who is at home."""
    king = position.king(position.side)
    return [way for way in reach.CASTLING[position.side].values() if way.king == king]


def _law_against_pawn(position: Position, move: Move) -> str:
    seat = position.side
    rank = own_rank(seat, move.target)
    if bool(move.promotion) != (rank == PROMOTION_RANK) or rank > PROMOTION_RANK:
        return "3.5"
    if move.target in reached(position.board, move.origin):
        return "3.2" if position.board[move.target] else "3.4"
    return "3.3" if rank - own_rank(seat, move.origin) == 2 else "3.2"


def law_against_saying(position: Position, move: Move, said: str) -> str:
    """Return the law against saying check to these kings with a legal move."""
    board = moved(position, move)
    for king in said:
        if position.status_of(king) in AWAY:
            return "7.4"
        if king == position.side or king + "K" not in board:
            return "5.1"
        if not is_attacked(board, board.index(king + "K"), position.side):
            return "5.1"
    # All of them are attacked: another's check is in force.
    return "5.4"
