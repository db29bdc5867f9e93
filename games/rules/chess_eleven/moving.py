"""Making a move: the board and the ball right after it (4, 5)."""

from __future__ import annotations

from games.rules.chess_eleven.actions import Action
from games.rules.chess_eleven.position import KICKOFF, MOVED, OPEN, PASSED, Position
from games.rules.geometry import BIT


def make_move(position: Position, action: Action) -> Position:
    """Return the position right after one legal move; it is still the turn of the side that moved.

    ``turn.play`` shows what follows.
    """
    start, end = action & 63, action >> 6
    leaving, on, side = BIT[start], BIT[end], position.side
    is_capture = bool(position.enemy & on)

    def moved(squares: int) -> int:
        """Return a set of squares with the piece moved; a captured one goes (4.4)."""
        kept = squares & ~(leaving | on)
        return kept | on if squares & leaving else kept

    king = end if position.king(side) == start else position.king(side)
    return Position(
        white=moved(position.white),
        black=moved(position.black),
        pawns=moved(position.pawns),
        knights=moved(position.knights),
        diagonals=moved(position.diagonals),
        straights=moved(position.straights),
        white_king=position.white_king if side else king,
        black_king=king if side else position.black_king,
        side=side,
        ball=end if _takes_the_ball(position, start, is_capture=is_capture) else position.ball,
        phase=position.phase,
        used=position.used | MOVED,
        unmoved=position.unmoved & ~(leaving | on),
        # 9.3: a capture or the move of a pawn sets the count to 0.
        quiet=0 if is_capture or position.pawns & leaving else position.quiet,
    )


def _takes_the_ball(position: Position, start: int, *, is_capture: bool) -> bool:
    """Return whether the ball is with the piece that moves from ``start``, once it has moved."""
    return (
        position.phase == KICKOFF  # 6.1
        or start == position.ball  # 5.2
        or (is_capture and not position.has_possession)  # 5.3
    )


def with_ball(position: Position, receiver: int) -> Position:
    """Return the position with the ball passed to another piece, the turn going on."""
    return position._replace(ball=receiver, used=position.used | PASSED)


def handed_over(position: Position) -> Position:
    """Return the position with the turn ended and the other side's open turn begun."""
    return position._replace(side=1 - position.side, phase=OPEN, used=0, quiet=position.quiet + 1)
