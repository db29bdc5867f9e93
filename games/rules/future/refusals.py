"""Which law a move breaks that is not legal."""

from __future__ import annotations

from typing import Final

from games.rules.future import reach
from games.rules.future.moves import Move, possible_moves
from games.rules.future.position import EMPTY, Position, side_of
from games.rules.future.squares import CORRESPONDING, END, level_of, rank_of

_ON_A_LEVEL: Final = {"B": "5.1", "N": "6.1", "R": "7.1", "Q": "8.1", "K": "9.1"}
_TO_ANOTHER: Final = {"B": "5.2", "N": "6.2", "R": "7.3", "Q": "8.2", "K": "9.2"}


def law_against(position: Position, move: Move) -> str:
    """Return the law that an illegal move breaks first."""
    piece, there = position.board[move.origin], position.board[move.target]
    if piece == EMPTY or side_of(piece) != position.side:
        return "3.2"
    if there != EMPTY and side_of(there) == position.side:
        return "3.2"
    kind = piece.upper()
    if move in possible_moves(position):
        return "9.3" if kind == "K" else "10.2"
    if kind in "PS":
        return _law_against_pawn(position, move)
    is_level = level_of(move.origin) == level_of(move.target)
    if kind == "K" and is_level and abs(move.origin - move.target) == 2:
        return "9.4"
    if not is_level and move.target in CORRESPONDING[move.origin]:
        return {"R": "7.2", "Q": "8.3"}.get(kind, _TO_ANOTHER[kind])
    if kind == "Q" and move.target == reach.TWO_LEVELS[move.origin]:
        return "8.4"
    return _ON_A_LEVEL[kind] if is_level else _TO_ANOTHER[kind]


def _law_against_pawn(position: Position, move: Move) -> str:
    side = position.side
    if level_of(move.origin) != level_of(move.target) or rank_of(move.origin) == END[side]:
        return "4.3"
    is_second = position.board[move.origin] in "Ss"
    if bool(move.promotion) != (is_second and rank_of(move.target) == END[side]):
        return "4.5"
    if move.target not in reach.PAWN_TAKES[side][move.origin]:
        return "4.1"
    return "4.2"
