"""The tree of positions (4.2), for ``python -m games.rules``."""

from __future__ import annotations

from games.rules.contract import Terms
from games.rules.standard.moves import (
    is_check,
    is_dead,
    legal_moves,
    load_position,
    make_move,
)
from games.rules.standard.notation import write_action
from games.rules.standard.position import SIDES, START, Position, write_position


class StandardTree:
    """Every legal move; what ends the game counts at its own depth and has no edges."""

    ends_are_leaves = False

    def start(self, options: Terms) -> Position:
        return load_position(START)

    def read(self, text: str) -> Position:
        return load_position(text)

    def write(self, position: Position) -> str:
        return write_position(position)

    def edges(self, position: Position) -> list[tuple[str, Position | str]]:
        if is_dead(position):
            return []
        edges: list[tuple[str, Position | str]] = []
        for move in legal_moves(position):
            after = make_move(position, move)
            edges.append((write_action(move), end_of(after) or after))
        return edges

    def count(self, position: Position) -> tuple[int, list[Position]]:
        if is_dead(position):
            return 0, []
        return 0, [make_move(position, move) for move in legal_moves(position)]


def end_of(position: Position) -> str | None:
    """Return the words of the end that a position is (2.1, 2.2), or ``None``."""
    if legal_moves(position):
        return "dead" if is_dead(position) else None
    return f"checkmate {SIDES[1 - position.side]}" if is_check(position) else "stalemate"
