"""Standard chess behind the contract of a rule set."""

from __future__ import annotations

from typing import Any, Final

from games.rules.contract import OptionField, Terms
from games.rules.duel import Duel
from games.rules.geometry import BIT, NAMES
from games.rules.standard import moves, notation
from games.rules.standard.moves import FORWARD, Move
from games.rules.standard.position import START, Position, write_key, write_position
from games.rules.text import gettext_noop


class StandardBoard:
    """The board of standard chess."""

    def start(self, options: Terms) -> Position:
        return moves.load_position(START)

    def read(self, text: str) -> Position:
        return moves.load_position(text)

    def write(self, position: Position) -> str:
        return write_position(position)

    def key(self, position: Position) -> str:
        return write_key(position)

    def legal_moves(self, position: Position) -> list[Move]:
        return moves.legal_moves(position)

    def make_move(self, position: Position, move: Move) -> Position:
        return moves.make_move(position, move)

    def is_check(self, position: Position) -> bool:
        return moves.is_check(position)

    def is_dead(self, position: Position) -> bool:
        return moves.is_dead(position)

    def has_king_alone(self, position: Position, side: int) -> bool:
        own = position.black if side else position.white
        return own.bit_count() == 1

    def read_action(self, text: str) -> Move:
        return notation.read_action(text)

    def write_action(self, move: Move) -> str:
        return notation.write_action(move)

    def write_notation(self, position: Position, move: Move) -> str:
        return notation.write_san(position, move)

    def tell(self, position: Position, move: Move) -> dict[str, Any]:
        told: dict[str, Any] = {
            "type": "move",
            "side": ("white", "black")[position.side],
            "piece": position.piece_at(move.origin).upper(),
            "from": NAMES[move.origin],
            "to": NAMES[move.target],
        }
        if captured := position.piece_at(_captured_at(position, move)):
            told["captures"] = captured.upper()
        if move.promotion:
            told["promotion"] = move.promotion.upper()
        return told


def _captured_at(position: Position, move: Move) -> int:
    """Return the square on which a move captures, which en passant is not where it ends."""
    if position.pawns & BIT[move.origin] and move.target == position.passed:
        return move.target - FORWARD[position.side]
    return move.target


DRAW_FROM: Final = OptionField(
    name="draw_from",
    kind="whole",
    default=0,
    label=gettext_noop("Draw from move"),
    help=gettext_noop("A draw can be agreed from this move on."),
    least=0,
    most=100,
    words=gettext_noop("draws from move {}"),
)

STANDARD: Final = Duel(
    key="standard",
    version=1,
    name="Chess",
    board=StandardBoard(),
    fields=(DRAW_FROM,),
    agree_from=DRAW_FROM.name,
)
