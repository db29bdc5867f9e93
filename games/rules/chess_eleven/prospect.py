"""What a move will leave to pass or to shoot, found out for all moves before any is made."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.rules.chess_eleven.actions import ball_targets
from games.rules.chess_eleven.attacks import (
    DIAGONAL_RAYS,
    KING,
    KNIGHT,
    PAWN_SENDERS,
    STRAIGHT_RAYS,
    diagonal,
    screens,
    straight,
)
from games.rules.chess_eleven.position import OPEN, PASSED, Position
from games.rules.chess_eleven.squares import BIT, FULL


class Prospect(NamedTuple):
    """What holds of the position after a move, by who moves and whereto."""

    steady: int
    """Who may receive the ball after a move of anybody else but the carrier."""
    fixed: int
    """Of whose moves nothing can be told beforehand; the carrier is among them."""
    near: tuple[int, int, int, int, int, int]
    """The squares near the ball that make a difference, by the place of the piece's set."""
    links_there: bool
    """Whether a piece that moves to one of these can certainly be passed to."""
    ends_elsewhere: bool
    """Whether a move to any other square ends the turn; if not, something is left for certain."""


NOTHING: Final = (0, 0, 0, 0, 0, 0)


def foresee(position: Position) -> Prospect:
    """Return the prospect of the side with the ball, which is yet to move."""
    ball, side, has_passed = position.ball, position.side, position.used & PASSED
    occupied = position.white | position.black
    found, shots = ball_targets(position)
    # Next to the ball, or a knight's leap away, nothing can come between.
    steady = found & (KING[ball] | KNIGHT[ball])
    if position.phase != OPEN:
        return Prospect(steady, FULL, NOTHING, False, False)
    by_diagonal, by_straight = diagonal(ball, occupied), straight(ball, occupied)
    is_left = bool(found or shots)
    if is_left or has_passed:
        # All that can be seen from the ball: off these squares a move changes nothing.
        seen = BIT[ball] | by_diagonal | by_straight | KNIGHT[ball]
        return Prospect(steady, seen, (0, *(seen,) * 5), False, not is_left)
    # Nobody can be passed to. The carrier's own reach cannot open: whoever of its side stood at
    # the end of it could be passed to. So a move helps by where it goes or by whom it uncovers.
    own, reach = position.own, position.reach(ball)
    behind = own & (
        (DIAGONAL_RAYS[ball] & position.diagonals) | (STRAIGHT_RAYS[ball] & position.straights)
    )
    fixed = BIT[ball] | screens(ball, behind, occupied)
    near = (
        0,
        0,
        PAWN_SENDERS[side][ball] | reach,
        KNIGHT[ball] | reach,
        by_diagonal | reach,
        by_straight | reach,
    )
    return Prospect(steady, fixed, near, True, True)
