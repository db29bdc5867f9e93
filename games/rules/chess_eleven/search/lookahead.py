"""Lookahead: after which moves something is left to pass or to shoot (6.6), before any is made.

Only for open play and the side with the ball, which is yet to move: nearly all of a search. In
other phases a move is made first and looked at afterwards.
"""

from __future__ import annotations

from games.rules.chess_eleven.actions import ball_targets
from games.rules.chess_eleven.attacks import FORWARD, KING, KNIGHT, PAWN_SENDERS
from games.rules.chess_eleven.position import (
    DIAGONALS,
    KINGS,
    KNIGHTS,
    PASSED,
    PAWNS,
    QUEENS,
    STRAIGHTS,
    Position,
)
from games.rules.chess_eleven.squares import GOAL_BITS
from games.rules.geometry import (
    BETWEEN,
    BIT,
    DIAGONAL_RAYS,
    FULL,
    STRAIGHT_RAYS,
    blockers,
    diagonal,
    each,
    straight,
)


class Lookahead:
    """From which squares a piece that has just moved leaves something to play.

    ``parts`` are the pieces that play a part where they stand, besides the carrier; for all
    others these squares depend on their kind alone and are in ``usual``.
    """

    __slots__ = ("_position", "parts", "usual")

    def __init__(self, position: Position) -> None:
        self._position = position
        links, shots = ball_targets(position)
        reach = position.reach(position.ball)
        self.parts = links | (reach & position.own)
        if not position.used & PASSED:
            self.parts |= _in_the_way(position)
        self.usual = _going_on(position, links, shots, reach)

    def after(self, start: int, kind: int, targets: int) -> int:
        """Return these squares for the carrier or a piece that plays a part."""
        position = self._position
        if start == position.ball:
            return _after_carrier(position, start, kind, targets)
        away = _without(position, BIT[start])
        links, shots = ball_targets(away)
        return _going_on(away, links, shots, away.reach(position.ball))[kind] & targets


def _going_on(position: Position, links: int, shots: int, reach: int) -> tuple[int, ...]:
    """Return where a piece may go, by its kind, to leave something to play."""
    ball = position.ball
    going_on = 0
    for square in each(shots):
        going_on |= FULL ^ (BETWEEN[ball][square] | BIT[square])
    if position.used & PASSED:
        return (going_on,) * 6
    # Who can be passed to stands first on a line from the ball, or a leap away: the piece that
    # moves comes in between to one of them at most.
    if links & (links - 1):
        return (FULL,) * 6
    if links:
        going_on |= FULL ^ BETWEEN[ball][links.bit_length() - 1]
    going_on |= reach
    occupied = position.white | position.black
    by_diagonal, by_straight = diagonal(ball, occupied), straight(ball, occupied)
    return (
        going_on | KING[ball],
        going_on | by_diagonal | by_straight,
        going_on | PAWN_SENDERS[position.side][ball],
        going_on | KNIGHT[ball],
        going_on | by_diagonal,
        going_on | by_straight,
    )


def _in_the_way(position: Position) -> int:
    """Return who stands between the ball and one of its side who could be passed to else."""
    ball, own = position.ball, position.own
    occupied = position.white | position.black
    behind = own & (
        (DIAGONAL_RAYS[ball] & position.diagonals) | (STRAIGHT_RAYS[ball] & position.straights)
    )
    found = blockers(ball, behind, occupied) if behind else 0
    # A double step takes two squares; the carrier's own, the other way, ends on who moves.
    middle = ball - FORWARD[position.side]
    start = middle - FORWARD[position.side]
    if 0 <= start < 64 and position.unmoved & own & BIT[start]:
        found |= BIT[middle]
    return found


def _after_carrier(position: Position, start: int, kind: int, targets: int) -> int:
    """Return from which of its targets the carrier can pass or shoot.

    Lines, steps and leaps are the same there and back: each kind is asked whether it gets there,
    and the carrier's own also whether the carrier reaches it.
    """
    (_, _, pawns, knights, diagonals, straights, _, _, side,
     _, _, used, unmoved, _) = position  # fmt: skip
    occupied = position.occupied ^ BIT[start]
    others = position.own ^ BIT[start]
    seek = [0, 0, 0, 0, 0, 0]
    aims = GOAL_BITS[1 - side] & ~others
    if not used & PASSED:
        aims |= others
        seek[KINGS] = BIT[position.king(side)] & others
        seek[PAWNS], seek[KNIGHTS] = pawns & others, knights & others
        seek[DIAGONALS], seek[STRAIGHTS] = diagonals & others, straights & others
    ahead = 0
    if kind == PAWNS:
        ahead = aims
    elif kind == QUEENS:
        seek[DIAGONALS] = seek[STRAIGHTS] = aims
    else:
        seek[kind] |= aims
    by_king, _, by_pawn, by_knight, by_diagonal, by_straight = seek
    going_on, left = 0, targets
    while left:
        on = left & -left
        left ^= on
        square = on.bit_length() - 1
        if (
            KNIGHT[square] & by_knight
            or KING[square] & by_king
            or PAWN_SENDERS[side][square] & by_pawn
            or PAWN_SENDERS[1 - side][square] & ahead
            or (DIAGONAL_RAYS[square] & by_diagonal and diagonal(square, occupied) & by_diagonal)
            or (STRAIGHT_RAYS[square] & by_straight and straight(square, occupied) & by_straight)
            or (by_pawn & unmoved and _double_steps(square, side, occupied) & by_pawn & unmoved)
        ):
            going_on |= on
    return going_on


def _double_steps(square: int, side: int, occupied: int) -> int:
    """Return from where a double step would end on a square, if from anywhere."""
    middle = square - FORWARD[side]
    start = middle - FORWARD[side]
    return BIT[start] if 0 <= start < 64 and not occupied & BIT[middle] else 0


def _without(position: Position, bit: int) -> Position:
    """Return the position as if one piece of the side to play were not there."""
    away = FULL ^ bit
    (white, black, pawns, knights, diagonals, straights, white_king, black_king, side,
     ball, phase, used, unmoved, quiet) = position  # fmt: skip
    # A king's square stays written down, but no one of his side stands on it.
    return Position(white & away, black & away, pawns & away, knights & away, diagonals & away,
                    straights & away, white_king, black_king, side, ball, phase, used,
                    unmoved & away, quiet)  # fmt: skip
