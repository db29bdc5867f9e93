"""A position and its text (13.1)."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from games.rules.errors import IllegalPosition, NotationError
from games.rules.future.squares import BLACK, END, LEVELS, WHITE, WIDTH, level_of, rank_of
from games.rules.text import gettext as _

EMPTY: Final = "."
STARTS: Final = {
    "shield": "rqkbr/ppnpp/5/5/5|pbpnp/5/5/5/PBPNP|5/5/5/PPNPP/RQKBR w 0 1",
    "queens": "rnkbr/ppnpp/5/5/5|pbpqp/5/5/5/PBPQP|5/5/5/PPNPP/RNKBR w 0 1",
}
"""The arrangements of 2.2 and 2.3."""

_FIELDS: Final = re.compile(r"([^ ]+) ([wb]) (0|[1-9][0-9]{0,4}) ([1-9][0-9]{0,4})", re.ASCII)


class Position(NamedTuple):
    """What stands where, and who is to move.

    ``board`` has a letter for each of the 75 squares: upper case for White, ``S`` for a pawn on
    its second level, ``.`` for nothing. ``quiet`` is the count of 11.4, ``move`` grows with each
    move of Black.
    """

    board: tuple[str, ...]
    side: int
    quiet: int
    move: int

    @property
    def king(self) -> int:
        """Return the square of the king of the side to move."""
        return self.board.index("Kk"[self.side])


def side_of(piece: str) -> int:
    """Return whose piece a letter is."""
    return WHITE if piece.isupper() else BLACK


def write_position(position: Position) -> str:
    """Return the four fields."""
    levels = []
    for level in reversed(range(LEVELS)):
        ranks = []
        for rank in reversed(range(WIDTH)):
            start = level * 25 + rank * 5
            row = "".join(position.board[start : start + WIDTH])
            ranks.append(re.sub(r"\.+", lambda empty: str(len(empty.group())), row))
        levels.append("/".join(ranks))
    return f"{'|'.join(levels)} {'wb'[position.side]} {position.quiet} {position.move}"


def placement(position: Position) -> str:
    """Return what a repetition compares (11.3): the placement and the side to move."""
    return "".join(position.board) + "wb"[position.side]


def read_position(text: str) -> Position:
    """Return the position of a text; raises ``NotationError`` or ``IllegalPosition``.

    What can be seen without moving a piece is judged here; ``moves.load_position`` judges check.
    """
    fields = _FIELDS.fullmatch(text)
    if fields is None:
        raise _unread(_("A position has four fields: levels, side, quiet count, move."))
    levels = fields[1].split("|")
    if len(levels) != LEVELS:
        raise _unread(_("A position has three levels with | between them."))
    board: list[str] = []
    for level in reversed(levels):
        ranks = level.split("/")
        if len(ranks) != WIDTH:
            raise _unread(_("A level has five ranks with / between them."))
        for rank in reversed(ranks):
            board += _read_rank(rank)
    position = Position(tuple(board), "wb".index(fields[2]), int(fields[3]), int(fields[4]))
    if write_position(position) != text:
        raise _unread(_("Empty squares beside each other are written as one number."))
    _check_pieces(position)
    return position


def _read_rank(rank: str) -> str:
    row = ""
    for sign in rank:
        if sign in "12345":
            row += EMPTY * int(sign)
        elif sign in "KQRBNPSkqrbnps":
            row += sign
        else:
            raise _unread(_("{sign!r} isn't a piece of Future Chess.").format(sign=sign))
    if len(row) != WIDTH:
        raise _unread(_("The rank {rank!r} doesn't have five squares.").format(rank=rank))
    return row


def _unread(message: str) -> NotationError:
    """Return the refusal of text that is no position."""
    return NotationError(message, law="13.1")


def _check_pieces(position: Position) -> None:
    for king in "Kk":
        if position.board.count(king) != 1:
            raise IllegalPosition(_("Each side has exactly one king (3.2)."), law="3.2")
    for square, piece in enumerate(position.board):
        if piece not in "PSps":
            continue
        side = side_of(piece)
        levels = (0, 1) if (piece in "Pp") == (side == WHITE) else (1, 2)
        if level_of(square) not in levels:
            raise IllegalPosition(
                _("A pawn written {piece} can't be on this level (13.1).").format(piece=piece),
                law="13.1",
            )
        if piece in "Ss" and rank_of(square) == END[side]:
            raise IllegalPosition(
                _("A pawn at the end of its second level is replaced (4.5)."), law="4.5"
            )
