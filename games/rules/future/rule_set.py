"""Future Chess behind the contract of a rule set."""

from __future__ import annotations

from typing import Any, Final

from games.rules.contract import OptionField, Terms
from games.rules.duel import Duel
from games.rules.duel_board import Board, DuelLaws
from games.rules.duel_live import fischer
from games.rules.duel_tree import DuelTree
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
from games.rules.future.refusals import law_against
from games.rules.future.squares import NAMES, SIDES
from games.rules.text import gettext_noop


def _start(options: Terms) -> Position:
    return moves.load_position(STARTS[options["setup"]])


def _has_king_alone(position: Position, side: int) -> bool:
    return sum(piece != EMPTY and side_of(piece) == side for piece in position.board) == 1


def _describe_move(position: Position, move: Move) -> dict[str, Any]:
    happening: dict[str, Any] = {
        "type": "move",
        "side": SIDES[position.side],
        "piece": position.board[move.origin].upper().replace("S", "P"),
        "from": NAMES[move.origin],
        "to": NAMES[move.target],
    }
    if (captured := position.board[move.target]) != EMPTY:
        happening["captures"] = captured.upper().replace("S", "P")
    if move.promotion:
        happening["promotion"] = move.promotion.upper()
    return happening


BOARD: Final = Board(
    start=_start,
    read=moves.load_position,
    write=write_position,
    key=placement,
    legal_moves=moves.legal_moves,
    make_move=moves.make_move,
    is_check=moves.is_check,
    is_dead=moves.is_dead,
    has_king_alone=_has_king_alone,
    read_action=notation.read_action,
    write_action=notation.write_action,
    write_notation=notation.write_notation,
    law_against=law_against,
    describe_move=_describe_move,
)

SETUP: Final = OptionField(
    name="setup",
    kind="choice",
    default="shield",
    label=gettext_noop("Set-up"),
    law="2.2",
    help=gettext_noop(
        "Choose where the queens start: behind a shield of pawns, or on the queens level."
    ),
    choices=(("shield", gettext_noop("Shield")), ("queens", gettext_noop("Queens level"))),
    words=gettext_noop("{} set-up"),
)

FUTURE: Final = Duel(
    key="future",
    version=1,
    title=gettext_noop("Future Chess"),
    board=BOARD,
    laws=DuelLaws(start="2.2", turn="3.1", claim="11.3", agreement="11.5", over="11.8"),
    fields=(SETUP,),
    live=fischer(base=900, increment=10),
)
TREE: Final = DuelTree(BOARD)
