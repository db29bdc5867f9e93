"""A position: who stands where, who has the ball, what the turn has used so far (10.4)."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.rules.chess_eleven.attacks import KING, KNIGHT, PAWN, pawn_reach
from games.rules.chess_eleven.squares import WHITE
from games.rules.geometry import BIT, DIAGONAL_RAYS, STRAIGHT_RAYS, diagonal, straight

KICKOFF: Final = 0
OPEN: Final = 1
CORNER: Final = 2

MOVED: Final = 1
PASSED: Final = 2
"""What a turn has used, added up."""

ON_THE_SPOT: Final = -1
"""The ball before the kick-off."""

# The kinds of pieces. Those from 2 on are also the places of their sets in a position.
KINGS: Final = 0
QUEENS: Final = 1
PAWNS: Final = 2
KNIGHTS: Final = 3
DIAGONALS: Final = 4
STRAIGHTS: Final = 5

# The places of the other fields; those of a side's squares are 0 and 1, the sides themselves.
KING_OF: Final = (6, 7)
SIDE: Final = 8
BALL: Final = 9
USED: Final = 11
UNMOVED: Final = 12
QUIET: Final = 13


class Position(NamedTuple):
    """One position, a value. Sets of squares are 64-bit integers.

    A queen is in both ``diagonals`` and ``straights``, a king in neither: he has a square.
    """

    white: int
    black: int
    pawns: int
    knights: int
    diagonals: int
    straights: int
    white_king: int
    black_king: int
    side: int
    ball: int
    phase: int
    used: int
    unmoved: int
    quiet: int

    @property
    def own(self) -> int:
        """The squares of the side to play."""
        return self.black if self.side else self.white

    @property
    def enemy(self) -> int:
        """The squares of the side not to play."""
        return self.white if self.side else self.black

    @property
    def occupied(self) -> int:
        return self.white | self.black

    @property
    def is_loose(self) -> bool:
        """Whether the ball lies on a corner square and no one has it (8.5)."""
        return self.phase == CORNER and not self.own & BIT[self.ball]

    @property
    def has_possession(self) -> bool:
        """Whether the side to play has the carrier, or a corner to take."""
        return self.phase == CORNER or (self.phase == OPEN and bool(self.own & BIT[self.ball]))

    def king(self, side: int) -> int:
        """Return the square of a king."""
        return self.black_king if side else self.white_king

    def of(self, side: int) -> int:
        """Return the squares of a side."""
        return self.black if side else self.white

    def piece_at(self, square: int) -> str | None:
        """Return the letter of the piece there, upper case for White, or ``None``."""
        bit = BIT[square]
        if not (self.white | self.black) & bit:
            return None
        if self.pawns & bit:
            letter = "p"
        elif self.knights & bit:
            letter = "n"
        elif self.diagonals & bit:
            letter = "q" if self.straights & bit else "b"
        else:
            letter = "r" if self.straights & bit else "k"
        return letter.upper() if self.white & bit else letter

    def reach(self, square: int) -> int:
        """Return the reach of the piece there (4.6)."""
        bit, occupied = BIT[square], self.white | self.black
        if self.pawns & bit:
            side = WHITE if self.white & bit else 1
            return pawn_reach(square, side, occupied, bool(self.unmoved & bit))
        if self.knights & bit:
            return KNIGHT[square]
        reached = 0
        if self.diagonals & bit:
            reached = diagonal(square, occupied)
        if self.straights & bit:
            reached |= straight(square, occupied)
        return reached or KING[square]

    def attackers(self, square: int, by: int, occupied: int) -> int:
        """Return the pieces of side ``by`` that could capture on a square, were it so occupied."""
        found = (
            (KNIGHT[square] & self.knights)
            # A pawn attacks a square from where an enemy pawn on it would attack.
            | (PAWN[1 - by][square] & self.pawns)
            | (KING[square] & BIT[self.black_king if by else self.white_king])
        )
        if DIAGONAL_RAYS[square] & self.diagonals:
            found |= diagonal(square, occupied) & self.diagonals
        if STRAIGHT_RAYS[square] & self.straights:
            found |= straight(square, occupied) & self.straights
        return found & (self.black if by else self.white)

    def is_check(self, side: int) -> bool:
        """Return whether the king of a side is attacked (7.1)."""
        king = self.black_king if side else self.white_king
        return self.attackers(king, 1 - side, self.white | self.black) != 0
