"""The board of standard chess as a scene."""

from __future__ import annotations

from games.rules.geometry import NAMES
from games.rules.grid.scene import Panel, Piece, Scene, Square, name_pieces
from games.rules.pieces import owned
from games.rules.standard.moves import is_check
from games.rules.standard.notation import read_action
from games.rules.standard.position import Position


def scene_of(position: Position, side: str | None, last: tuple[str, ...] = ()) -> Scene:
    """Return a position as a side sees it, its own edge below; White's for an onlooker."""
    turned = side == "black"
    squares, pieces = [], []
    for square, name in enumerate(NAMES):
        file, rank = square % 8, square // 8
        x, y = (7 - file, rank) if turned else (file, 7 - rank)
        squares.append(Square(name, x, y, (file + rank) % 2 == 0))
        if letter := position.piece_at(square):
            owner = "white" if letter.isupper() else "black"
            kind = letter.lower()
            pieces.append(Piece(name, kind, owner, owned(owner, kind)))
    panel = Panel("board", "", 8, 8, tuple(squares), tuple(pieces))
    touched = tuple(NAMES[at] for text in last for at in read_action(text)[:2])
    checked = (NAMES[position.king],) if is_check(position) else ()
    return Scene((panel,), name_pieces((panel,)), touched, checked)
