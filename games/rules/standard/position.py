"""A position and its text, FEN (4.1)."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from games.rules.errors import IllegalPosition, NotationError
from games.rules.geometry import BIT, BY_NAME, NAMES, each
from games.rules.text import gettext as _

WHITE: Final = 0
BLACK: Final = 1
SIDES: Final = ("white", "black")
START: Final = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

_FIELDS: Final = re.compile(
    r"([KQRBNPkqrbnp1-8/]+) ([wb]) (-|K?Q?k?q?) (-|[a-h][36]) (0|[1-9][0-9]{0,4}) "
    r"([1-9][0-9]{0,4})",
    re.ASCII,
)
_LAST_RANKS: Final = 0xFF | 0xFF << 56
ROOK_HOME: Final = {"K": BY_NAME["h1"], "Q": BY_NAME["a1"], "k": BY_NAME["h8"], "q": BY_NAME["a8"]}
KING_HOME: Final = (BY_NAME["e1"], BY_NAME["e8"])


class Position(NamedTuple):
    """What stands where, as sets of squares, and what the past still allows.

    ``rights`` is the set of home squares of rooks with which castling may still come. ``passed``
    is the square on which a pawn can legally be taken en passant, 64 if there is none. ``quiet``
    counts half-moves without capture or pawn move, ``move`` the full moves from 1.
    """

    pawns: int
    knights: int
    bishops: int
    rooks: int
    queens: int
    kings: int
    white: int
    black: int
    side: int
    rights: int
    passed: int
    quiet: int
    move: int

    @property
    def own(self) -> int:
        """Return the squares of the side to move."""
        return self.black if self.side else self.white

    @property
    def enemy(self) -> int:
        """Return the squares of the other side."""
        return self.white if self.side else self.black

    @property
    def king(self) -> int:
        """Return the square of the king of the side to move."""
        return (self.kings & self.own).bit_length() - 1

    def piece_at(self, square: int) -> str:
        """Return the letter of a piece as FEN writes it, or an empty text."""
        bit = BIT[square]
        if not (self.white | self.black) & bit:
            return ""
        letter = next(
            letter for letter, squares in zip("PNBRQK", self[:6], strict=True) if squares & bit
        )
        return letter if self.white & bit else letter.lower()


NO_SQUARE: Final = 64


def write_placement(position: Position) -> str:
    """Return the first field of FEN."""
    ranks = []
    for rank in reversed(range(8)):
        row = "".join(position.piece_at(rank * 8 + file) or "." for file in range(8))
        ranks.append(re.sub(r"\.+", lambda empty: str(len(empty.group())), row))
    return "/".join(ranks)


def write_key(position: Position) -> str:
    """Return the first four fields, which a repetition compares (2.3)."""
    rights = "".join(letter for letter, home in ROOK_HOME.items() if position.rights & BIT[home])
    passed = "-" if position.passed == NO_SQUARE else NAMES[position.passed]
    return f"{write_placement(position)} {'wb'[position.side]} {rights or '-'} {passed}"


def write_position(position: Position) -> str:
    """Return all six fields."""
    return f"{write_key(position)} {position.quiet} {position.move}"


def read_position(text: str) -> Position:
    """Return the position of a text; raises ``NotationError`` or ``IllegalPosition``.

    What can be seen without moving a piece is judged here; ``moves.load_position`` judges check
    and en passant.
    """
    fields = _FIELDS.fullmatch(text)
    if fields is None or not fields[3]:
        raise _unread(_("A position is FEN: six fields with single spaces between them."))
    sets = dict.fromkeys("PNBRQK", 0)
    colours = [0, 0]
    rows = fields[1].split("/")
    if len(rows) != 8:
        raise _unread(_("A board has eight ranks with / between them."))
    for rank, row in zip(reversed(range(8)), rows, strict=True):
        squares = re.sub(r"\d", lambda digit: "." * int(digit.group()), row)
        if len(squares) != 8:
            raise _unread(_("The rank {row!r} doesn't have eight squares.").format(row=row))
        for file, sign in enumerate(squares):
            if sign != ".":
                sets[sign.upper()] |= BIT[rank * 8 + file]
                colours[sign.islower()] |= BIT[rank * 8 + file]
    position = Position(
        pawns=sets["P"],
        knights=sets["N"],
        bishops=sets["B"],
        rooks=sets["R"],
        queens=sets["Q"],
        kings=sets["K"],
        white=colours[WHITE],
        black=colours[BLACK],
        side="wb".index(fields[2]),
        rights=sum(BIT[ROOK_HOME[letter]] for letter in fields[3].strip("-")),
        passed=BY_NAME.get(fields[4], NO_SQUARE),
        quiet=int(fields[5]),
        move=int(fields[6]),
    )
    if write_position(position) != text:
        raise _unread(_("Empty squares beside each other are written as one number."))
    _check_pieces(position)
    return position


def _unread(message: str) -> NotationError:
    """Return the refusal of text that is no position."""
    return NotationError(message, law="4.1")


def _check_pieces(position: Position) -> None:
    for own in (position.white, position.black):
        if (position.kings & own).bit_count() != 1:
            raise IllegalPosition(_("Each side has exactly one king (1.2)."), law="1.2")
    if position.pawns & _LAST_RANKS:
        raise IllegalPosition(_("A pawn can't be on rank 1 or 8 (1.6)."), law="1.6")
    for home in each(position.rights):
        side = BLACK if home >= 56 else WHITE
        own = position.black if side else position.white
        if not (position.rooks & own & BIT[home] and position.kings & own & BIT[KING_HOME[side]]):
            raise IllegalPosition(
                _("To castle, king and rook must be on their starting squares (1.7)."), law="1.7"
            )
