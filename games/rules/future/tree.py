"""The tree of positions (13.4), for ``python -m games.rules``."""

from __future__ import annotations

from games.rules.contract import Terms
from games.rules.future.moves import (
    is_check,
    is_dead,
    legal_moves,
    load_position,
    make_move,
)
from games.rules.future.notation import write_action
from games.rules.future.position import STARTS, Position, write_position
from games.rules.future.squares import SIDES


class FutureTree:
    """Every legal move; what ends the game counts at its own depth and has no edges."""

    ends_are_leaves = False

    def start(self, options: Terms) -> Position:
        return load_position(STARTS[options["setup"]])

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
    """Return the words of the end that a position is (10.4, 11.1, 11.2), or ``None``."""
    if is_dead(position):
        return "dead"
    if legal_moves(position):
        return None
    return f"checkmate {SIDES[1 - position.side]}" if is_check(position) else "stalemate"
