"""Future Chess behind the contract of a rule set."""

from __future__ import annotations

from typing import Any, Final

from games.rules.contract import OptionField, Terms
from games.rules.duel import Duel
from games.rules.future import moves, notation
from games.rules.future.moves import Move
from games.rules.future.position import (
    EMPTY,
    STARTS,
    Position,
    placement,
    side_of,
    write_position,
)
from games.rules.future.squares import NAMES, SIDES
from games.rules.text import gettext_noop


class FutureBoard:
    """The three boards of Future Chess."""

    def start(self, options: Terms) -> Position:
        return moves.load_position(STARTS[options["setup"]])

    def read(self, text: str) -> Position:
        return moves.load_position(text)

    def write(self, position: Position) -> str:
        return write_position(position)

    def key(self, position: Position) -> str:
        return placement(position)

    def legal_moves(self, position: Position) -> list[Move]:
        return moves.legal_moves(position)

    def make_move(self, position: Position, move: Move) -> Position:
        return moves.make_move(position, move)

    def is_check(self, position: Position) -> bool:
        return moves.is_check(position)

    def is_dead(self, position: Position) -> bool:
        return moves.is_dead(position)

    def has_king_alone(self, position: Position, side: int) -> bool:
        return sum(piece != EMPTY and side_of(piece) == side for piece in position.board) == 1

    def read_action(self, text: str) -> Move:
        return notation.read_action(text)

    def write_action(self, move: Move) -> str:
        return notation.write_action(move)

    def write_notation(self, position: Position, move: Move) -> str:
        return notation.write_notation(position, move)

    def tell(self, position: Position, move: Move) -> dict[str, Any]:
        told: dict[str, Any] = {
            "type": "move",
            "side": SIDES[position.side],
            "piece": position.board[move.origin].upper().replace("S", "P"),
            "from": NAMES[move.origin],
            "to": NAMES[move.target],
        }
        if (captured := position.board[move.target]) != EMPTY:
            told["captures"] = captured.upper().replace("S", "P")
        if move.promotion:
            told["promotion"] = move.promotion.upper()
        return told


SETUP: Final = OptionField(
    name="setup",
    kind="choice",
    default="shield",
    label=gettext_noop("Set-up"),
    help=gettext_noop(
        "Where the queens begin: behind a shield of pawns, or on the level named after them."
    ),
    choices=(("shield", gettext_noop("Shield")), ("queens", gettext_noop("Queens level"))),
    words=gettext_noop("{} set-up"),
)

FUTURE: Final = Duel(
    key="future", version=1, name="Future Chess", board=FutureBoard(), fields=(SETUP,)
)
