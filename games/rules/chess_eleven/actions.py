"""What may be done next (6, 8.1): moves, passes and shots, one definition of legal.

An action is a number here: a move is ``from | to << 6``; a pass and a shot are their
squares with a flag. Text is for the outside (10.1).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.rules.chess_eleven.attacks import FORWARD, KING, KNIGHT, PAWN, PAWN_SENDERS, pawn_reach
from games.rules.chess_eleven.position import (
    CORNER,
    DIAGONALS,
    KICKOFF,
    KINGS,
    KNIGHTS,
    MOVED,
    OPEN,
    PASSED,
    PAWNS,
    QUEENS,
    STRAIGHTS,
    Position,
)
from games.rules.chess_eleven.squares import CIRCLE, GOAL_BITS, GOALS
from games.rules.geometry import (
    BETWEEN,
    BIT,
    DIAGONAL_RAYS,
    FULL,
    LINE,
    NAMES,
    STRAIGHT_RAYS,
    blockers,
    diagonal,
    each,
    straight,
)

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


Mover = tuple[int, int, int]
"""A piece that can move: its square, its kind and the set of squares it may go to."""


def movers(position: Position) -> Iterator[Mover]:
    """Yield each piece of the side to play that can move.

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
            yield king, KINGS, safe

    checkers = attackers(king, 1 - side, occupied)
    if checkers:
        if checkers & (checkers - 1):
            return
        targets &= checkers | BETWEEN[king][checkers.bit_length() - 1]

    # A pinned piece stays on the line between its king and the piece that pins it.
    snipers = enemy & ((DIAGONAL_RAYS[king] & diagonals) | (STRAIGHT_RAYS[king] & straights))
    pinned = blockers(king, snipers, occupied) & own if snipers else 0

    rest = own & (knights | diagonals | straights)
    while rest:
        bit = rest & -rest
        rest ^= bit
        start = bit.bit_length() - 1
        if knights & bit:
            kind, reached = KNIGHTS, KNIGHT[start]
        elif diagonals & bit:
            kind, reached = DIAGONALS, diagonal(start, occupied)
            if straights & bit:
                kind, reached = QUEENS, reached | straight(start, occupied)
        else:
            kind, reached = STRAIGHTS, straight(start, occupied)
        reached &= targets
        if pinned & bit:
            reached &= LINE[king][start]
        if reached:
            yield start, kind, reached

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
            yield start, PAWNS, reached


def legal_moves(position: Position) -> list[Action]:
    """Return every move of the side to play."""
    found: list[Action] = []
    for start, _, targets in movers(position):
        while targets:
            bit = targets & -targets
            targets ^= bit
            found.append(start | (bit.bit_length() - 1) << 6)
    return found


def ball_targets(position: Position) -> tuple[int, int]:
    """Return who may be passed to next and which goal squares may be shot at (6, 8.1).

    It is for the caller to know that in check neither may come first (6.5).
    """
    (white, black, pawns, knights, diagonals, straights, white_king, black_king, side,
     ball, phase, used, unmoved, _) = position  # fmt: skip
    own, king = (black, black_king) if side else (white, white_king)
    if ball < 0:
        return 0, 0
    occupied, on = white | black, BIT[ball]
    holds = own & on
    if phase == OPEN and not holds:
        return 0, 0
    by_diagonal, by_straight = diagonal(ball, occupied), straight(ball, occupied)
    reached = 0
    if holds:
        if pawns & on:
            reached = pawn_reach(ball, side, occupied, bool(unmoved & on))
        elif knights & on:
            reached = KNIGHT[ball]
        elif ball == king:
            reached = KING[ball]
        else:
            if diagonals & on:
                reached = by_diagonal
            if straights & on:
                reached |= by_straight
    shots = 0
    if phase == OPEN or (phase == CORNER and used):  # 6.1, 6.4
        shots = reached & GOAL_BITS[1 - side] & ~own
    if used & PASSED:
        return 0, shots
    # 6.7, 8.5: lines, steps and leaps are the same there and back, a pawn's are not.
    back = PAWN_SENDERS[side][ball]
    behind = ball - FORWARD[side]
    start = behind - FORWARD[side]
    if 0 <= start < 64 and not occupied & BIT[behind]:
        back |= BIT[start] & unmoved
    found = (
        (reached & own)
        | (back & pawns)
        | (KNIGHT[ball] & knights)
        | (by_diagonal & diagonals)
        | (by_straight & straights)
        | (KING[ball] & BIT[king])
    )
    return found & own, shots


def ball_actions(position: Position) -> list[Action]:
    """Return the passes and shots that may come next (6.1, 6.3 to 6.5)."""
    passes, shots = ball_targets(position)
    if not (passes or shots) or (not position.used and position.is_check(position.side)):
        return []
    return [PASS | square for square in each(passes)] + [SHOT | square for square in each(shots)]


def legal_actions(position: Position) -> list[Action]:
    """Return every action that may come next (6); a stop is not one of them."""
    moves = [] if position.used & MOVED else legal_moves(position)
    return moves + ball_actions(position)


def has_legal_move(position: Position) -> bool:
    """Return whether the side to play has any move at all."""
    return next(movers(position), None) is not None


def can_act(position: Position) -> bool:
    """Return whether there is a legal action at all."""
    return bool(legal_actions(position))


def may_stop(position: Position) -> bool:
    """Return whether the turn could be sent as it stands (6.3); not in a kick-off (6.1)."""
    return position.used != 0 and position.phase != KICKOFF
