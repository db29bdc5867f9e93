"""The three boards of Future Chess as a scene: a tower, level 3 on top."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.rules.future.moves import is_attacked, is_check
from games.rules.future.notation import read_action
from games.rules.future.position import EMPTY, Position, side_of
from games.rules.future.squares import NAMES, SIDES, is_dark, level_of, rank_of
from games.rules.grid.scene import Panel, Piece, Scene, Square, name_pieces
from games.rules.pieces import owned
from games.rules.text import gettext as _
from games.rules.text import gettext_noop

TITLES: Final = (
    gettext_noop("Level 1, bottom"),
    gettext_noop("Level 2, middle"),
    gettext_noop("Level 3, top"),
)
RISE: Final = 0.58
"""Squares are wide and low and pieces stand upright, so that straight up is straight up."""


def scene_of(position: Position, side: str | None, last: tuple[str, ...] = ()) -> Scene:
    """Return a position as a side sees it; Black sees each level turned by half."""
    turned = side == "black"
    panels = []
    for level in (2, 1, 0):
        squares, pieces = [], []
        for square, name in enumerate(NAMES):
            if level_of(square) != level:
                continue
            file, rank = square % 5, rank_of(square)
            x, y = (4 - file, rank) if turned else (file, 4 - rank)
            squares.append(Square(name, x, y, is_dark(square)))
            if (letter := position.board[square]) != EMPTY:
                pieces.append(_piece(name, letter))
        panels.append(
            Panel(str(level + 1), _(TITLES[level]), 5, 5, tuple(squares), tuple(pieces), RISE)
        )
    touched = tuple(NAMES[at] for text in last for at in read_action(text)[:2])
    king = NAMES[position.king]
    checked = (king,) if is_check(position) else ()
    arrows = tuple((NAMES[at], king) for at in _attackers(position)) if checked else ()
    return Scene(tuple(panels), name_pieces(tuple(panels)), touched, checked, arrows=arrows)


def _attackers(position: Position) -> Iterator[int]:
    """Return where the pieces stand that give check."""
    board, king, by = position.board, position.king, 1 - position.side
    # A pawn of the king's side blocks what the piece blocked that stood there, and attacks no one.
    blocked = tuple(
        "Pp"[position.side] if letter != EMPTY and side_of(letter) == by else letter
        for letter in board
    )
    for at, letter in enumerate(board):
        if letter != blocked[at] and is_attacked(
            (*blocked[:at], letter, *blocked[at + 1 :]), king, by
        ):
            yield at


def _piece(name: str, letter: str) -> Piece:
    owner, kind = SIDES[side_of(letter)], letter.lower().replace("s", "p")
    is_second = letter in "Ss"
    label = owned(owner, kind) + (_(" on its second level") if is_second else "")
    return Piece(name, kind, owner, label, level=2 if is_second else 1)
