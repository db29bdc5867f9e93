"""Whether a side can move, mostly without looking at every move."""

from __future__ import annotations

from games.rules.chess_eleven.actions import ball_targets, has_legal_move
from games.rules.chess_eleven.attacks import FREE_TO_STEP, KING, KNIGHT, UNPINNABLE
from games.rules.chess_eleven.position import MOVED, OPEN, Position
from games.rules.geometry import BIT, FULL


def has_king_step(position: Position, side: int) -> bool:
    """Return whether the king of a side could step somewhere, were it its turn."""
    king = position.king(side)
    without_king = position.occupied ^ BIT[king]
    steps = KING[king] & ~(position.of(side) | KING[position.king(1 - side)])
    while steps:
        bit = steps & -steps
        steps ^= bit
        if not position.attackers(bit.bit_length() - 1, 1 - side, without_king):
            return True
    return False


def free_steps(position: Position, side: int) -> int:
    """Return where the pawns of a side may step no matter what pins them."""
    if side:
        stepping = (position.black & position.pawns & FREE_TO_STEP[position.black_king]) >> 8
    else:
        stepping = (position.white & position.pawns & FREE_TO_STEP[position.white_king]) << 8
    return stepping & FULL & ~(position.white | position.black)


def free_knights(position: Position, side: int) -> int:
    """Return the knights of a side that may move; nothing can pin them."""
    if side:
        own, king, enemy_king = position.black, position.black_king, position.white_king
    else:
        own, king, enemy_king = position.white, position.white_king, position.black_king
    blocked = own | BIT[enemy_king]
    found, left = 0, own & position.knights & UNPINNABLE[king]
    while left:
        bit = left & -left
        left ^= bit
        if KNIGHT[bit.bit_length() - 1] & ~blocked:
            found |= bit
    return found


def has_free_move(position: Position) -> bool:
    """Return whether some pawn or knight may move no matter what pins it.

    Out of check that is enough for a legal move, and nearly always there is one.
    """
    side = position.side
    return bool(free_steps(position, side) or free_knights(position, side))


def is_sure_of_a_move(position: Position, side: int) -> bool:
    """Return whether a side will have a legal reply to any single move that gives no check.

    One move takes one piece or stands in the way of one pawn, so two free movers will do.
    """
    steps = free_steps(position, side)
    if steps & (steps - 1):
        return True
    knights = free_knights(position, side)
    return bool(knights and (steps or knights & (knights - 1)))


def can_act(position: Position, *, in_check: bool) -> bool:
    """Return whether ``legal_actions`` holds any, mostly without making the list."""
    if not position.used & MOVED:
        if position.phase == OPEN and not in_check and has_free_move(position):
            return True
        if has_legal_move(position):
            return True
    return not in_check and any(ball_targets(position))
