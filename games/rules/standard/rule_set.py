"""Standard chess behind the contract of a rule set."""

from __future__ import annotations

from typing import Any, Final

from games.rules.contract import OptionField
from games.rules.duel import Duel
from games.rules.duel_board import Board, DuelLaws
from games.rules.duel_live import fischer
from games.rules.duel_tree import DuelTree
from games.rules.geometry import BIT, NAMES
from games.rules.standard import moves, notation
from games.rules.standard.moves import FORWARD, Move
from games.rules.standard.position import START, Position, write_key, write_position
from games.rules.standard.refusals import law_against
from games.rules.text import gettext_noop


def _has_king_alone(position: Position, side: int) -> bool:
    own = position.black if side else position.white
    return own.bit_count() == 1


def _describe_move(position: Position, move: Move) -> dict[str, Any]:
    happening: dict[str, Any] = {
        "type": "move",
        "side": ("white", "black")[position.side],
        "piece": position.piece_at(move.origin).upper(),
        "from": NAMES[move.origin],
        "to": NAMES[move.target],
    }
    if captured := position.piece_at(_captured_at(position, move)):
        happening["captures"] = captured.upper()
    if move.promotion:
        happening["promotion"] = move.promotion.upper()
    return happening


def _captured_at(position: Position, move: Move) -> int:
    """Return the square on which a move captures, which en passant is not where it ends."""
    if position.pawns & BIT[move.origin] and move.target == position.passed:
        return move.target - FORWARD[position.side]
    return move.target


BOARD: Final = Board(
    start=lambda options: moves.load_position(START),
    read=moves.load_position,
    write=write_position,
    key=write_key,
    legal_moves=moves.legal_moves,
    make_move=moves.make_move,
    is_check=moves.is_check,
    is_dead=moves.is_dead,
    has_king_alone=_has_king_alone,
    read_action=notation.read_action,
    write_action=notation.write_action,
    write_notation=notation.write_san,
    law_against=law_against,
    describe_move=_describe_move,
)

DRAW_FROM: Final = OptionField(
    name="draw_from",
    kind="whole",
    default=0,
    label=gettext_noop("Draw from move"),
    law="2.6",
    help=gettext_noop("You can agree to a draw from this move."),
    least=0,
    most=100,
    words=gettext_noop("draw offers from move {}"),
)

STANDARD: Final = Duel(
    key="standard",
    version=1,
    title=gettext_noop("Chess"),
    board=BOARD,
    laws=DuelLaws(start="1.1", turn="1.1", claim="2.5", agreement="2.6", over="2.9"),
    fields=(DRAW_FROM,),
    agree_from=DRAW_FROM.name,
    live=fischer(base=600, increment=5),
)
TREE: Final = DuelTree(BOARD)
