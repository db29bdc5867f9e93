"""Making moves: the board and the ball after each (4, 5), a whole list of moves at a time.

Most of the time of a search goes by here. So what can be told of all moves at once is found out
before the first is made: which of them give check, and whether something is left to play after.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from games.rules.chess_eleven.actions import Action, is_sure_of_a_move
from games.rules.chess_eleven.attacks import (
    DIAGONAL_RAYS,
    KNIGHT,
    LINE,
    PAWN,
    STRAIGHT_RAYS,
    diagonal,
    screens,
    straight,
)
from games.rules.chess_eleven.position import (
    BALL,
    DIAGONALS,
    KICKOFF,
    KING_OF,
    KNIGHTS,
    MOVED,
    OPEN,
    PASSED,
    PAWNS,
    QUIET,
    SIDE,
    STRAIGHTS,
    UNMOVED,
    USED,
    Position,
)
from games.rules.chess_eleven.prospect import foresee
from games.rules.chess_eleven.squares import BIT, FULL

CALM: Final = 0
"""No check is given, and the side to play next certainly has an action left."""
UNSURE: Final = 1
"""No check is given. The side in turn may have nothing left (6.6); the other could then move."""
DOUBTFUL: Final = 2
"""No check is given. The side to play next may have nothing to play, the other neither (9.1)."""
CHECK: Final = 3
"""The move gives check."""

Made = tuple[int, int, Position, int]
"""From which square, onto which bit, the position after, and one of the four above.

The position is handed over where the turn is over with the move; else it is the same turn's.
"""

_SETS = (PAWNS, KNIGHTS, DIAGONALS, STRAIGHTS, UNMOVED)

_new = tuple.__new__
# Building a named tuple through its class costs more than all the arithmetic of a move.


def make_moves(position: Position, moves: Iterable[tuple[int, int]]) -> list[Made]:
    """Make moves, given as a square and the set of squares to go to."""
    (white, black, pawns, knights, diagonals, straights, white_king, black_king, side,
     ball, phase, used, unmoved, quiet) = position  # fmt: skip
    own, enemy, king = (black, white, white_king) if side else (white, black, black_king)
    occupied = white | black
    is_kickoff = phase == KICKOFF
    # 6.2: without the ball the move is the whole turn.
    is_whole_turn = phase == OPEN and not own & BIT[ball]
    holder = 0 if is_kickoff else BIT[ball] & own

    # The fields as the turn goes on with the move and as it ends; each ended turn counts (9.3).
    goes_on, ends = list(position), list(position)
    goes_on[USED] = used | MOVED
    ends[SIDE], ends[USED], ends[QUIET] = 1 - side, 0, quiet + 1
    if is_sure_of_a_move(position, 1 - side):
        after_end, unsure = CALM, UNSURE
    else:
        after_end = unsure = DOUBTFUL
    prospect = None if is_whole_turn or is_kickoff else foresee(position)

    # From where the enemy king would be attacked, and by whose leaving.
    by_diagonal, by_straight = diagonal(king, occupied), straight(king, occupied)
    snipers = own & ((DIAGONAL_RAYS[king] & diagonals) | (STRAIGHT_RAYS[king] & straights))
    uncovers = screens(king, snipers, occupied) & own if snipers else 0
    # In the middle of a turn the enemy king may be attacked already: each move is looked at.
    look_afresh = (phase != OPEN or used) and position.is_check(1 - side)

    made: list[Made] = []
    for start, targets in moves:
        leaving = BIT[start]
        kept = own ^ leaving
        kind = second = checks = 0
        if pawns & leaving:
            kind, checks = PAWNS, PAWN[1 - side][king]
        elif knights & leaving:
            kind, checks = KNIGHTS, KNIGHT[king]
        elif diagonals & leaving:
            kind, checks = DIAGONALS, by_diagonal
            if straights & leaving:
                second = STRAIGHTS
                checks |= by_straight
        elif straights & leaving:
            kind, checks = STRAIGHTS, by_straight
        if uncovers & leaving:
            checks |= FULL ^ LINE[king][start]
        if look_afresh:
            checks = FULL

        going, ended = goes_on[:], ends[:]
        remaining, others = position[kind] ^ leaving, straights ^ leaving
        if kind == PAWNS:
            going[UNMOVED] = ended[UNMOVED] = unmoved & ~leaving
            going[QUIET], ended[QUIET] = 0, 1

        # Where the move goes decides what is left: on some squares this, elsewhere that.
        there, elsewhere, news, news_elsewhere = 0, going, unsure, unsure
        if is_whole_turn:
            elsewhere, news_elsewhere = ended, after_end
        elif prospect:
            if prospect.steady & ~leaving and leaving != holder:
                news_elsewhere = CALM
            elif not prospect.fixed & leaving:
                there = prospect.near[kind] | prospect.near[second]
                if prospect.links_there:
                    news = CALM
                if prospect.ends_elsewhere:
                    elsewhere, news_elsewhere = ended, after_end
                else:
                    news_elsewhere = CALM

        if kind and leaving != holder and not is_kickoff:
            # Most moves change two sets and nothing else.
            plain = targets & ~(enemy | checks)
            targets ^= plain
            for squares, fields, then in (
                (plain & there, going, news),
                (plain & ~there, elsewhere, news_elsewhere),
            ):
                while squares:
                    on = squares & -squares
                    squares ^= on
                    fields[side] = kept | on
                    fields[kind] = remaining | on
                    if second:
                        fields[second] = others | on
                    made.append((start, on, _new(Position, fields), then))

        fields, then = (ended, after_end) if is_whole_turn else (going, unsure)
        while targets:
            on = targets & -targets
            targets ^= on
            after = fields[:]
            is_capture = enemy & on
            if is_capture:
                after[1 - side] = enemy ^ on
                after[QUIET] = 1 if is_whole_turn else 0
                for place in _SETS:
                    after[place] &= ~on
            after[side] = kept | on
            if kind:
                after[kind] = remaining | on
                if second:
                    after[second] = others | on
            else:
                after[KING_OF[side]] = on.bit_length() - 1
            if leaving == holder or is_kickoff or (is_capture and is_whole_turn):
                after[BALL] = on.bit_length() - 1  # 5.2, 6.1, 5.3
            done = _new(Position, after)
            gives_check = done.is_check(1 - side) if look_afresh else checks & on
            made.append((start, on, done, CHECK if gives_check else then))
    return made


def make_move(position: Position, action: Action) -> Position:
    """Return the position right after one legal move, without what follows it."""
    return make_moves(position, [(action & 63, BIT[action >> 6])])[0][2]


def with_ball(position: Position, receiver: int) -> Position:
    """Return the position with the ball passed to another piece, the turn going on."""
    (white, black, pawns, knights, diagonals, straights, white_king, black_king, side,
     _, phase, used, unmoved, quiet) = position  # fmt: skip
    fields = (white, black, pawns, knights, diagonals, straights, white_king, black_king, side,
              receiver, phase, used | PASSED, unmoved, quiet)  # fmt: skip
    return _new(Position, fields)


def handed_over(position: Position) -> Position:
    """Return the position with the turn ended and the other side's open turn begun."""
    (white, black, pawns, knights, diagonals, straights, white_king, black_king, side,
     ball, _, _, unmoved, quiet) = position  # fmt: skip
    fields = (white, black, pawns, knights, diagonals, straights, white_king, black_king, 1 - side,
              ball, OPEN, 0, unmoved, quiet + 1)  # fmt: skip
    return _new(Position, fields)
