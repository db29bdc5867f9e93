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
    FREE_TO_STEP,
    KING,
    KNIGHT,
    LINE,
    PAWN,
    STRAIGHT_RAYS,
    UNPINNABLE,
    diagonal,
    straight,
)
from games.rules.chess_eleven.position import CORNER, KICKOFF, MOVED, OPEN, PASSED, Position
from games.rules.chess_eleven.squares import BIT, CIRCLE, FULL, GOAL_BITS, GOALS, NAMES, each

Action = int

PASS: Final = 1 << 12
SHOT: Final = 1 << 13
STOP: Final = 1 << 14

TEXT: Final[dict[Action, str]] = {
    **{
        start | end << 6: NAMES[start] + NAMES[end]
        for start in range(64)
        for end in range(64)
        if start != end
    },
    **{PASS | square: "@" + NAMES[square] for square in range(64)},
    **{SHOT | square: "!" + NAMES[square] for goal in GOALS for square in goal},
    STOP: ".",
}
BY_TEXT: Final = {text: action for action, text in TEXT.items()}


def move_targets(position: Position) -> list[tuple[int, int]]:
    """Return for each piece that can move its square and the set of squares it may go to.

    Every move leaves the own king safe (4.1 to 4.5); none captures a king.
    """
    (white, black, pawns, knights, diagonals, straights, white_king, black_king, side,
     _, phase, _, unmoved, _) = position  # fmt: skip
    if side:
        own, enemy, king, enemy_king = black, white, black_king, white_king
    else:
        own, enemy, king, enemy_king = white, black, white_king, black_king
    occupied = white | black
    empty = FULL ^ occupied
    victims = enemy ^ BIT[enemy_king]
    targets = empty | victims
    if phase == KICKOFF:
        targets = empty & CIRCLE  # 6.1
    found: list[tuple[int, int]] = []

    # The king first: he may not step onto an attacked square, nor hide behind himself.
    attackers = position.attackers
    reached = KING[king] & targets
    if reached:
        without_king = occupied ^ BIT[king]
        safe = 0
        while reached:
            bit = reached & -reached
            reached ^= bit
            if not attackers(bit.bit_length() - 1, 1 - side, without_king):
                safe |= bit
        if safe:
            found.append((king, safe))

    checkers = attackers(king, 1 - side, occupied)
    if checkers:
        if checkers & (checkers - 1):
            return found
        targets &= checkers | BETWEEN[king][checkers.bit_length() - 1]

    # A pinned piece stays on the line between its king and the piece that pins it.
    pinned = 0
    snipers = enemy & ((DIAGONAL_RAYS[king] & diagonals) | (STRAIGHT_RAYS[king] & straights))
    while snipers:
        bit = snipers & -snipers
        snipers ^= bit
        blockers = BETWEEN[king][bit.bit_length() - 1] & occupied
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
        if reached:
            found.append((start, reached))

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
        if reached:
            found.append((start, reached))
    return found


def legal_moves(position: Position) -> list[Action]:
    """Return every move of the side to play."""
    found: list[Action] = []
    for start, targets in move_targets(position):
        while targets:
            bit = targets & -targets
            targets ^= bit
            found.append(start | (bit.bit_length() - 1) << 6)
    return found


def receivers(position: Position) -> int:
    """Return who may receive the ball (6.7), or collect it from a corner (8.5)."""
    (white, black, pawns, knights, diagonals, straights, white_king, black_king, side,
     ball, _, _, unmoved, _) = position  # fmt: skip
    own, king = (black, black_king) if side else (white, white_king)
    occupied, on = white | black, BIT[ball]
    # Reach both ways: lines, steps and leaps are the same there and back, a pawn's are not.
    back = PAWN[1 - side][ball]
    behind = ball - FORWARD[side]
    if 0 <= behind < 64:
        back |= BIT[behind]
        start = behind - FORWARD[side]
        if 0 <= start < 64 and not occupied & BIT[behind]:
            back |= BIT[start] & unmoved
    found = (back & pawns) | (KNIGHT[ball] & knights) | (KING[ball] & BIT[king])
    if DIAGONAL_RAYS[ball] & diagonals & own:
        found |= diagonal(ball, occupied) & diagonals
    if STRAIGHT_RAYS[ball] & straights & own:
        found |= straight(ball, occupied) & straights
    if own & on:
        found |= position.reach(ball)
    return found & own


def shot_targets(position: Position) -> int:
    """Return the goal squares that the carrier may shoot at (8.1)."""
    own, ball = position.own, position.ball
    if not own & BIT[ball]:
        return 0
    return position.reach(ball) & GOAL_BITS[1 - position.side] & ~own


def ball_actions(position: Position) -> list[Action]:
    """Return the passes and shots that may come next (6.1, 6.3 to 6.5)."""
    phase, used = position.phase, position.used
    if not position.has_possession and not (phase == KICKOFF and used):
        return []
    if not used and position.is_check(position.side):
        return []
    found = []
    if not used & PASSED:
        found = [PASS | square for square in each(receivers(position))]
    if phase == OPEN or (phase == CORNER and used):
        found += [SHOT | square for square in each(shot_targets(position))]
    return found


def legal_actions(position: Position) -> list[Action]:
    """Return every action that may come next (6); a stop is not one of them."""
    moves = [] if position.used & MOVED else legal_moves(position)
    return moves + ball_actions(position)


def has_legal_move(position: Position) -> bool:
    """Return whether the side to play has any move at all."""
    return bool(move_targets(position))


def has_free_move(position: Position) -> bool:
    """Return whether a pawn or a knight may move whatever pins it.

    Out of check that is enough for a legal move, and nearly always there is one.
    """
    (white, black, pawns, knights, _, _, white_king, black_king, side, *_) = position
    if side:
        own, king, blocked = black, black_king, black | BIT[white_king]
        stepping = (black & pawns & FREE_TO_STEP[king]) >> 8
    else:
        own, king, blocked = white, white_king, white | BIT[black_king]
        stepping = (white & pawns & FREE_TO_STEP[king]) << 8 & FULL
    if stepping & ~(white | black):
        return True
    free = own & knights & UNPINNABLE[king]
    while free:
        bit = free & -free
        if KNIGHT[bit.bit_length() - 1] & ~blocked:
            return True
        free ^= bit
    return False


def can_act(position: Position, *, in_check: bool) -> bool:
    """Return whether ``legal_actions`` holds any, mostly without making the list."""
    phase, used = position.phase, position.used
    if not used & MOVED:
        if phase == OPEN and not in_check and has_free_move(position):
            return True
        if move_targets(position):
            return True
    if in_check or not (phase == KICKOFF or position.has_possession):
        return False
    if not used & PASSED and (phase != KICKOFF or used) and receivers(position):
        return True
    return phase != KICKOFF and bool(used or phase != CORNER) and bool(shot_targets(position))


def may_stop(position: Position) -> bool:
    """Return whether the turn could be sent as it stands (6.3); not in a kick-off (6.1)."""
    return position.used != 0 and position.phase != KICKOFF
