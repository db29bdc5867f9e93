"""The tree of positions (10.5), for ``python -m games.rules``."""

from __future__ import annotations

from games.rules.contract import Terms
from games.rules.family.notation import STARTS, read_position, write_position, write_turn
from games.rules.family.position import Position
from games.rules.family.turn import play, turns


class FamilyTree:
    """Every whole turn; what ends the game is a leaf at any depth."""

    ends_are_leaves = True

    def start(self, options: Terms) -> Position:
        return read_position(STARTS[options["seats"]])

    def read(self, text: str) -> Position:
        return read_position(text)

    def write(self, position: Position) -> str:
        return write_position(position)

    def edges(self, position: Position) -> list[tuple[str, Position | str]]:
        found: list[tuple[str, Position | str]] = []
        for move, said in turns(position):
            after = play(position, move, said)
            found.append(
                (write_turn(move, said), after.position if after.end is None else str(after.end))
            )
        return found

    def count(self, position: Position) -> tuple[int, list[Position]]:
        after = [play(position, move, said) for move, said in turns(position)]
        onwards = [one.position for one in after if one.end is None]
        return len(after) - len(onwards), onwards
