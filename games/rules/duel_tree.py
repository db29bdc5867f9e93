"""The tree of positions of a duel, for ``python -m games.rules`` and for any position."""

from __future__ import annotations

from typing import Generic

from games.rules.contract import Terms
from games.rules.duel_board import Board, MoveT, PositionT
from games.rules.duel_outcome import SIDES


class DuelTree(Generic[PositionT, MoveT]):
    """Every legal move; what ends the game counts at its own depth and has no edges."""

    ends_are_leaves = False

    def __init__(self, board: Board[PositionT, MoveT]) -> None:
        self.board = board

    def start(self, options: Terms) -> PositionT:
        return self.board.start(options)

    def read(self, text: str) -> PositionT:
        return self.board.read(text)

    def write(self, position: PositionT) -> str:
        return self.board.write(position)

    def edges(self, position: PositionT) -> list[tuple[str, PositionT | str]]:
        board = self.board
        if board.is_dead(position):
            return []
        edges: list[tuple[str, PositionT | str]] = []
        for move in board.legal_moves(position):
            after = board.make_move(position, move)
            edges.append((board.write_action(move), self.end_of(after) or after))
        return edges

    def count(self, position: PositionT) -> tuple[int, list[PositionT]]:
        make_move = self.board.make_move
        if self.board.is_dead(position):
            return 0, []
        return 0, [make_move(position, move) for move in self.board.legal_moves(position)]

    def end_of(self, position: PositionT) -> str | None:
        """Return the word of the end that a position is, or ``None``; mate goes before the rest."""
        if self.board.legal_moves(position):
            return "dead" if self.board.is_dead(position) else None
        if self.board.is_check(position):
            return f"checkmate {SIDES[1 - position.side]}"
        return "stalemate"
