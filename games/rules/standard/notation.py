"""Moves as text: UCI as sent (3.1), standard algebraic notation in history (3.2)."""

from __future__ import annotations

import re
from typing import Final

from games.rules.errors import NotationError
from games.rules.geometry import BIT, BY_NAME, NAMES
from games.rules.standard.moves import KING, Move, is_check, legal_moves, make_move
from games.rules.standard.position import Position
from games.rules.text import gettext as _

_ACTION: Final = re.compile(r"([a-h][1-8])([a-h][1-8])([qrbn]?)", re.ASCII)


def write_action(move: Move) -> str:
    """Return a move as it is sent: ``e2e4``, ``e7e8q``; castling is the king's move."""
    return NAMES[move.origin] + NAMES[move.target] + move.promotion


def read_action(text: str) -> Move:
    """Return the move of a text; raises ``NotationError``."""
    found = _ACTION.fullmatch(text)
    if found is None:
        raise NotationError(
            _(
                "{text!r} isn't a move. Write from, to and the promotion q, r, b or n, as in e7e8q."
            ).format(text=text),
            law="3.1",
        )
    return Move(BY_NAME[found[1]], BY_NAME[found[2]], found[3])


def write_san(position: Position, move: Move) -> str:
    """Return a legal move in standard algebraic notation: ``Nbd7``, ``exd6``, ``O-O+``."""
    after = make_move(position, move)
    mark = ("+" if legal_moves(after) else "#") if is_check(after) else ""
    return _without_mark(position, move) + mark


def _without_mark(position: Position, move: Move) -> str:
    piece = position.piece_at(move.origin).upper()
    target = NAMES[move.target]
    if piece == "K" and not KING[move.origin] & BIT[move.target]:
        return "O-O" if move.target > move.origin else "O-O-O"
    taken = (position.white | position.black) & BIT[move.target]
    if piece == "P":
        passing = move.target == position.passed and (move.target - move.origin) % 8
        promotion = f"={move.promotion.upper()}" if move.promotion else ""
        file = NAMES[move.origin][0] + "x" if taken or passing else ""
        return file + target + promotion
    return piece + _disambiguation(position, move, piece) + ("x" if taken else "") + target


def _disambiguation(position: Position, move: Move, piece: str) -> str:
    """Return the file, else the rank, else both, where another such piece could go there."""
    others = [
        other.origin
        for other in legal_moves(position)
        if other.target == move.target
        and other.origin != move.origin
        and position.piece_at(other.origin).upper() == piece
    ]
    if not others:
        return ""
    name = NAMES[move.origin]
    if all(other % 8 != move.origin % 8 for other in others):
        return name[0]
    if all(other // 8 != move.origin // 8 for other in others):
        return name[1]
    return name
