"""The cross of Fun Family Chess as a scene, turned by quarters: your own edge is below."""

from __future__ import annotations

from games.rules.family.match import side_of
from games.rules.family.moves import attackers
from games.rules.family.notation import read_move
from games.rules.family.position import AWAY, OUT, Position
from games.rules.family.squares import NAMES, SIDES, SQUARES, WIDTH, is_dark
from games.rules.grid.scene import Panel, Piece, Scene, Square, name_pieces
from games.rules.pieces import owned
from games.rules.text import gettext as _


def scene_of(position: Position, side: str | None, last: tuple[str, ...] = ()) -> Scene:
    """Return a position as a side sees it; White's edge is below for an onlooker."""
    turns = SIDES.index(side) if side in SIDES else 0
    squares, pieces = [], []
    for square in SQUARES:
        x, y = square % WIDTH, WIDTH - 1 - square // WIDTH
        for _turn in range(turns):
            # A quarter to the right: what is at the east edge comes to the south.
            x, y = WIDTH - 1 - y, x
        squares.append(Square(NAMES[square], x, y, is_dark(square)))
        if piece := position.board[square]:
            pieces.append(_piece(position, NAMES[square], piece))
    panel = Panel("board", "", WIDTH, WIDTH, tuple(squares), tuple(pieces))
    touched = tuple(
        NAMES[at] for text in last if not text.startswith("+") for at in read_move(text)[:2]
    )
    checked = tuple(NAMES[position.king(king)] for king in position.checks)
    arrows = tuple(
        (NAMES[attacker], NAMES[position.king(king)])
        for king, by in position.checks.items()
        for attacker in attackers(position.board, position.king(king), by)
    )
    return Scene((panel,), name_pieces((panel,)), touched, checked, signs=True, arrows=arrows)


def _piece(position: Position, name: str, piece: str) -> Piece:
    owner, status = side_of(piece[0]), position.status_of(piece[0])
    words = owned(owner, piece[1])
    if status in OUT:
        return Piece(
            name, piece[1].lower(), owner, _("Stone, was {words}").format(words=words), "out"
        )
    state = "away" if status in AWAY else ""
    label = _("{words}, away").format(words=words) if state else words
    return Piece(name, piece[1].lower(), owner, label, state)
