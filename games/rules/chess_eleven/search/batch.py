"""Lists of moves made at the same time: the same positions as ``moving.make_move``, sorted by what
is left to ask of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from games.rules.chess_eleven.actions import Action, Mover
from games.rules.chess_eleven.attacks import KNIGHT, PAWN
from games.rules.chess_eleven.position import (
    BALL,
    DIAGONALS,
    KICKOFF,
    KING_OF,
    KINGS,
    KNIGHTS,
    MOVED,
    ON_THE_SPOT,
    OPEN,
    PAWNS,
    QUEENS,
    QUIET,
    SIDE,
    STRAIGHTS,
    UNMOVED,
    USED,
    Position,
)
from games.rules.chess_eleven.search.lookahead import Lookahead
from games.rules.chess_eleven.search.quick import is_sure_of_a_move
from games.rules.geometry import (
    BIT,
    DIAGONAL_RAYS,
    FULL,
    LINE,
    STRAIGHT_RAYS,
    blockers,
    diagonal,
    straight,
)

SETTLED: Final = 0
"""No check is given, and the side to play next certainly has an action left."""
NEEDS_LOOK: Final = 1
"""Anyone who is to play next may have nothing left (6.6, 9.1)."""
CHECK: Final = 2
"""The move gives check. It may be doubtful besides: the two are added up."""


class Made(NamedTuple):
    """Moves made. A position is handed over where its turn is certainly over with the move."""

    settled: list[Position]
    """What follows the moves of which nothing more need be asked, nearly all of them."""
    settled_moves: list[tuple[int, int]]
    """These moves in the same order: a square, and the set of squares gone to."""
    others: list[tuple[Action, Position, int]]
    """The other moves, each with the position right after it and what is to be asked."""


_SETS = (PAWNS, KNIGHTS, DIAGONALS, STRAIGHTS, UNMOVED)

new_position = tuple.__new__
# Building a named tuple through its class costs more than all the arithmetic of a move.


def make_moves(position: Position, moving: Iterable[Mover]) -> Made:
    """Make moves of the side to play."""
    (white, black, pawns, _, diagonals, straights, white_king, black_king, side,
     ball, phase, used, unmoved, quiet) = position  # fmt: skip
    own, enemy, king = (black, white, white_king) if side else (white, black, black_king)
    occupied = white | black
    is_kickoff = phase == KICKOFF
    # 6.2: without the ball the move is the whole turn.
    is_whole_turn = phase == OPEN and not own & BIT[ball]
    holder = ON_THE_SPOT if is_whole_turn else ball

    # Squares that give check, by kind of piece, and pieces whose move discovers one.
    by_diagonal, by_straight = diagonal(king, occupied), straight(king, occupied)
    checks_by = (0, by_diagonal | by_straight, PAWN[1 - side][king], KNIGHT[king], by_diagonal,
                 by_straight)  # fmt: skip
    snipers = own & ((DIAGONAL_RAYS[king] & diagonals) | (STRAIGHT_RAYS[king] & straights))
    uncovers = blockers(king, snipers, occupied) & own if snipers else 0
    # In the middle of a turn the enemy king may be attacked already: each move is looked at.
    look_afresh = (phase != OPEN or used) and position.is_check(1 - side)

    # The fields as the turn continues with the move and as it ends; each ended turn counts (9.3).
    going_on, over = list(position), list(position)
    going_on[USED] = used | MOVED
    over[SIDE], over[USED], over[QUIET] = 1 - side, 0, quiet + 1
    is_foreseen = phase == OPEN and not (is_whole_turn or look_afresh)
    lookahead = Lookahead(position) if is_foreseen else None
    flags_going_on = SETTLED if is_foreseen else NEEDS_LOOK
    flags_over = SETTLED if is_sure_of_a_move(position, 1 - side) else NEEDS_LOOK

    settled: list[Position] = []
    settled_moves: list[tuple[int, int]] = []
    others: list[tuple[Action, Position, int]] = []
    for start, kind, targets in moving:
        leaving = BIT[start]
        kept = own ^ leaving
        checks = checks_by[kind]
        if uncovers & leaving:
            checks |= FULL ^ LINE[king][start]
        if look_afresh:
            checks = FULL
        if not lookahead:
            continuing = 0 if is_whole_turn else targets
        elif start == holder or lookahead.parts & leaving:
            continuing = lookahead.after(start, kind, targets)
        else:
            continuing = lookahead.usual[kind] & targets

        place = DIAGONALS if kind == QUEENS else kind
        before = position[place]
        left, left_too = before ^ leaving, straights ^ leaving
        if kind == PAWNS:
            going_on[UNMOVED] = over[UNMOVED] = unmoved & ~leaving
            going_on[QUIET], over[QUIET] = 0, 1

        if kind != KINGS and start != holder and not is_kickoff:
            # Most moves change two sets and nothing else.
            plain = targets & ~(enemy | checks)
            targets ^= plain
            for squares, fields, flags in (
                (plain & continuing, going_on, flags_going_on),
                (plain & ~continuing, over, flags_over),
            ):
                if not squares:
                    continue
                if flags == SETTLED:
                    settled_moves.append((start, squares))
                while squares:
                    on = squares & -squares
                    squares ^= on
                    fields[side] = kept | on
                    fields[place] = left | on
                    if kind == QUEENS:
                        fields[STRAIGHTS] = left_too | on
                    if flags == SETTLED:
                        settled.append(new_position(Position, fields))
                    else:
                        action = start | (on.bit_length() - 1) << 6
                        others.append((action, new_position(Position, fields), flags))
                fields[place], fields[STRAIGHTS] = before, straights

        while targets:
            on = targets & -targets
            targets ^= on
            square = on.bit_length() - 1
            is_capture = enemy & on
            if on & continuing:
                after, flags = going_on[:], flags_going_on
            else:
                after, flags = over[:], flags_over
            if is_capture:
                after[1 - side] = enemy ^ on
                after[QUIET] = 0 if on & continuing else 1  # 9.3
                for taken_from in _SETS:
                    after[taken_from] &= ~on
            after[side] = kept | on
            if kind == KINGS:
                after[KING_OF[side]] = square
            else:
                after[place] = left | on
                if kind == QUEENS:
                    after[STRAIGHTS] = left_too | on
            if start == holder or is_kickoff or (is_capture and is_whole_turn):
                after[BALL] = square  # 5.2, 6.1, 5.3
            done = new_position(Position, after)
            if (done.is_check(1 - side)) if look_afresh else checks & on:
                flags |= CHECK
            if flags == SETTLED:
                settled_moves.append((start, on))
                settled.append(done)
            else:
                others.append((start | square << 6, done, flags))

        if kind == PAWNS:
            going_on[PAWNS] = over[PAWNS] = pawns
            going_on[UNMOVED] = over[UNMOVED] = unmoved
            going_on[QUIET], over[QUIET] = quiet, quiet + 1
    return Made(settled, settled_moves, others)
