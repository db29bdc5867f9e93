"""Moves as text: as sent (13.2) and as history writes them (13.3)."""

from __future__ import annotations

import re
from typing import Final

from games.rules.errors import NotationError
from games.rules.future.moves import Move, is_check, legal_moves, make_move
from games.rules.future.position import EMPTY, Position
from games.rules.future.squares import INDEX, NAMES
from games.rules.text import gettext as _

_ACTION: Final = re.compile(r"([1-3][a-e][1-5])([1-3][a-e][1-5])([qrbn]?)", re.ASCII)


def write_action(move: Move) -> str:
    """Return a move as it is sent, such as ``3b52c1`` or ``2d42e5n``."""
    return NAMES[move.origin] + NAMES[move.target] + move.promotion


def read_action(text: str) -> Move:
    """Return the move of a text; raises ``NotationError``."""
    found = _ACTION.fullmatch(text)
    if found is None:
        raise NotationError(
            _(
                "{text!r} isn't a move. Write from, to and the promotion q, r, b or n, as in "
                "2d42e5n."
            ).format(text=text),
            law="13.2",
        )
    return Move(INDEX[found[1]], INDEX[found[2]], found[3])


def write_notation(position: Position, move: Move) -> str:
    """Return a legal move as history writes it, such as ``Q3b5-2c1#``."""
    piece = position.board[move.origin].upper()
    letter = "" if piece in "PS" else piece
    sign = "-" if position.board[move.target] == EMPTY else "x"
    promotion = f"={move.promotion.upper()}" if move.promotion else ""
    after = make_move(position, move)
    mark = ("+" if legal_moves(after) else "#") if is_check(after) else ""
    return f"{letter}{NAMES[move.origin]}{sign}{NAMES[move.target]}{promotion}{mark}"
