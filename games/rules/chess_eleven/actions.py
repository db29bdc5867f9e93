"""What may be done next (6, 8.1): moves, passes and shots, one definition of legal.

An action is a number here: a move is ``from | to << 6``; a pass and a shot are their
squares with a flag. Text is for the outside (10.1).
"""

from __future__ import annotations

from typing import Final

from games.rules.chess_eleven.attacks import (
    BETWEEN,
    DIAGONAL_RAYS,
    FORWARD,
    KING,
    KNIGHT,
    LINE,
    PAWN,
    STRAIGHT_RAYS,
    diagonal,
    straight,
)
from games.rules.chess_eleven.position import CORNER, KICKOFF, MOVED, PASSED, Position
from games.rules.chess_eleven.squares import BIT, CIRCLE, FULL, GOALS, NAMES, each

Action = int

PASS: Final = 1 << 12
SHOT: Final = 1 << 13
STOP: Final = 1 << 14

TEXT: Final[dict[Action, str]] = {
    **{start | end << 6: NAMES[start] + NAMES[end] for start in range(64) for end in range(64)},
    **{PASS | square: "@" + NAMES[square] for square in range(64)},
    **{SHOT | square: "!" + NAMES[square] for goal in GOALS for square in goal},
    STOP: ".",
}
BY_TEXT: Final = {
    text: action for action, text in TEXT.items() if text[:2] != text[2:] or action >= PASS
}


def legal_moves(position: Position) -> list[Action]:
    """Return every move of the side to play that leaves its king safe (4.1 to 4.5)."""
    (white, black, pawns, knights, diagonals, straights, white_king, black_king, side,
     _, _, _, unmoved, _) = position  # fmt: skip
    own, enemy, king, enemy_king = (
        (black, white, black_king, white_king) if side else (white, black, white_king, black_king)
    )
    occupied = white | black
    empty = FULL ^ occupied
    # 4.5: a king is never captured.
    victims = enemy ^ BIT[enemy_king]
    targets = empty | victims
    found: list[Action] = []

    # The king first: he may not step onto an attacked square, nor hide behind himself.
    without_king = occupied ^ BIT[king]
    attackers = position.attackers
    for end in each(KING[king] & targets):
        if not attackers(end, 1 - side, without_king):
            found.append(king | end << 6)

    checkers = attackers(king, 1 - side, occupied)
    if checkers:
        if checkers & (checkers - 1):
            return found
        checker = checkers.bit_length() - 1
        targets &= checkers | BETWEEN[king][checker]

    # A pinned piece stays on the line between its king and the piece that pins it.
    pinned = 0
    snipers = enemy & ((DIAGONAL_RAYS[king] & diagonals) | (STRAIGHT_RAYS[king] & straights))
    for sniper in each(snipers):
        blockers = BETWEEN[king][sniper] & occupied
        if blockers and not blockers & (blockers - 1):
            pinned |= blockers & own

    rest = own & (knights | diagonals | straights)
    while rest:
        bit = rest & -rest
        rest ^= bit
        start = bit.bit_length() - 1
        if knights & bit:
            reached = KNIGHT[start]
        elif diagonals & bit:
            reached = diagonal(start, occupied)
            if straights & bit:
                reached |= straight(start, occupied)
        else:
            reached = straight(start, occupied)
        reached &= targets
        if pinned & bit:
            reached &= LINE[king][start]
        while reached:
            low = reached & -reached
            reached ^= low
            found.append(start | (low.bit_length() - 1) << 6)

    step = FORWARD[side]
    rest = own & pawns
    while rest:
        bit = rest & -rest
        rest ^= bit
        start = bit.bit_length() - 1
        reached = PAWN[side][start] & victims
        ahead = start + step
        if 0 <= ahead < 64 and empty & BIT[ahead]:
            reached |= BIT[ahead]
            beyond = ahead + step
            if unmoved & bit and 0 <= beyond < 64:
                reached |= BIT[beyond] & empty
        reached &= targets
        if pinned & bit:
            reached &= LINE[king][start]
        while reached:
            low = reached & -reached
            reached ^= low
            found.append(start | (low.bit_length() - 1) << 6)
    return found


def kickoff_moves(position: Position) -> list[Action]:
    """Return the moves onto an empty square of the centre circle (6.1)."""
    free = CIRCLE & ~position.occupied
    return [move for move in legal_moves(position) if free & BIT[move >> 6]]


def passes(position: Position) -> list[Action]:
    """Return who may receive the ball (6.7), or collect it from a corner (8.5)."""
    ball, own = position.ball, position.own
    reach = position.reach
    if position.is_loose:
        return [PASS | square for square in each(own) if reach(square) & BIT[ball]]
    others = own ^ BIT[ball]
    receivers = reach(ball) & others
    for square in each(others ^ receivers):
        if reach(square) & BIT[ball]:
            receivers |= BIT[square]
    return [PASS | square for square in each(receivers)]


def shots(position: Position) -> list[Action]:
    """Return the goal squares that the carrier may shoot at (8.1)."""
    targets = GOALS[1 - position.side]
    own = position.own
    ball = position.ball
    if not own & BIT[ball]:
        return []
    free = position.reach(ball) & ~own
    return [SHOT | square for square in targets if free & BIT[square]]


def legal_actions(position: Position) -> list[Action]:
    """Return every action that may come next (6); a stop is not one of them."""
    phase, used = position.phase, position.used
    if phase == KICKOFF:
        return passes(position) if used else kickoff_moves(position)
    if not position.has_possession:
        return legal_moves(position)
    found = [] if used & MOVED else legal_moves(position)
    if not used and position.is_check(position.side):
        return found  # 6.5
    if not used & PASSED:
        found += passes(position)
    if used or phase != CORNER:  # 6.4
        found += shots(position)
    return found


def has_legal_move(position: Position) -> bool:
    """Return whether the side to play has any move at all."""
    return bool(legal_moves(position))


def may_stop(position: Position) -> bool:
    """Return whether the turn could be sent as it stands (6.3); not in a kick-off (6.1)."""
    return position.used != 0 and position.phase != KICKOFF
