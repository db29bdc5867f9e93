"""The tree of positions (10.5), for ``python -m games.rules``."""

from __future__ import annotations

from games.rules.chess_eleven.formation import default_formation, kickoff_position
from games.rules.chess_eleven.notation import SIDES, write_action, write_position
from games.rules.chess_eleven.position import Position
from games.rules.chess_eleven.squares import BLACK, WHITE
from games.rules.chess_eleven.turn import End, Next
from games.rules.chess_eleven.validity import load_position
from games.rules.contract import Terms

try:
    from games.rules.chess_eleven.search import edges as edges
    from games.rules.chess_eleven.search import follow as follow
except ModuleNotFoundError:
    # Without what makes it quick, the laws themselves are asked.
    from games.rules.chess_eleven.turn import edges as edges

    def follow(position: Position) -> tuple[list[Position], list[Next]]:
        """Return what every edge leads to; the second list alone may hold ends of the round."""
        return [], [after for _, _, after in edges(position)]


class ChessElevenTree:
    """Every way on from a position; a shot has an edge for each outcome."""

    ends_are_leaves = True

    def start(self, options: Terms) -> Position:
        """Return the first kick-off with the default formations (3.7)."""
        return kickoff_position((default_formation(WHITE), default_formation(BLACK)), WHITE)

    def read(self, text: str) -> Position:
        return load_position(text)

    def write(self, position: Position) -> str:
        return write_position(position)

    def edges(self, position: Position) -> list[tuple[str, Position | str]]:
        return [
            (write_action(action, outcome), _ending(after) if isinstance(after, End) else after)
            for action, outcome, after in edges(position)
        ]

    def count(self, position: Position) -> tuple[int, list[Position]]:
        onwards, others = follow(position)
        more = [after for after in others if isinstance(after, Position)]
        return len(others) - len(more), onwards + more


def _ending(end: End) -> str:
    return end.kind if end.side is None else f"{end.kind} {SIDES[end.side]}"
