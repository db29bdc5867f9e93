"""The turn's way (6): an action is played, the turn goes on, ends, or hands over.

Each function returns the position that follows, or an ``End`` where the round is over.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from games.rules.chess_eleven.actions import (
    PASS,
    SHOT,
    STOP,
    Action,
    ball_actions,
    can_act,
    has_free_move,
    has_legal_move,
    may_stop,
    move_targets,
)
from games.rules.chess_eleven.attacks import (
    BETWEEN,
    DIAGONAL_RAYS,
    KNIGHT,
    LINE,
    PAWN,
    STRAIGHT_RAYS,
    diagonal,
    straight,
)
from games.rules.chess_eleven.position import (
    CORNER,
    KICKOFF,
    MOVED,
    OPEN,
    PASSED,
    Position,
)
from games.rules.chess_eleven.shot import CORNER_KICK, GOAL, Outcome, outcomes
from games.rules.chess_eleven.squares import BIT, CORNER_OF, FULL

ROUND_GOAL: Final = "goal"
ROUND_MATE: Final = "mate"
ROUND_DROP_BALL: Final = "dropball"


class End(NamedTuple):
    """Why a round ended and which side it is a success for; ``None`` at a drop ball."""

    kind: str
    side: int | None


Next = Position | End
DROP_BALL: Final = End(ROUND_DROP_BALL, None)


class Made(NamedTuple):
    """A move made: the position right after it, handed over where the turn was that move."""

    action: Action
    after: Position
    gives_check: bool


class Edge(NamedTuple):
    """One way on from a position, as perft counts them (10.5)."""

    action: Action
    outcome: Outcome | None
    after: Next


_new = tuple.__new__
# Building a named tuple through its class costs more than all the arithmetic of a move.


def _begin(position: Position, *, in_check: bool = False) -> Next:
    """Begin a turn, passing over a side that has no legal action (9.1, 9.2)."""
    if can_act(position, in_check=in_check):
        return position
    passed_over = position._replace(side=1 - position.side, quiet=position.quiet + 1)
    if can_act(passed_over, in_check=False):
        return passed_over
    return DROP_BALL


def _goal_kick(position: Position, *, in_check: bool) -> Next:
    """Give the ball to the defending king (8.6)."""
    defenders = 1 - position.side
    after = position._replace(
        side=defenders,
        ball=position.king(defenders),
        phase=OPEN,
        used=0,
        quiet=position.quiet + 1,
    )
    return _begin(after, in_check=in_check)


def _hand_over(position: Position, *, in_check: bool) -> Next:
    """End the turn; ``in_check`` tells whether the other side is."""
    if position.phase == CORNER and position.is_loose:
        return _goal_kick(position, in_check=in_check)
    (white, black, pawns, knights, diagonals, straights, white_king, black_king, side,
     ball, _, _, unmoved, quiet) = position  # fmt: skip
    after = _new(
        Position,
        (white, black, pawns, knights, diagonals, straights, white_king, black_king, 1 - side,
         ball, OPEN, 0, unmoved, quiet + 1),
    )  # fmt: skip
    return _begin(after, in_check=in_check)


def end_turn(position: Position) -> Next:
    """Return what follows when nothing more is played in a turn."""
    return _hand_over(position, in_check=position.is_check(1 - position.side))


def _go_on(position: Position, *, gives_check: bool) -> Next:
    """Return the position if something is left to play, else what follows the turn (6.6)."""
    # The own king is safe in the middle of a turn (4.5), so he is not in check here.
    if can_act(position, in_check=False):
        return position
    return _hand_over(position, in_check=gives_check)


def make_moves(position: Position, moves: list[tuple[int, int]]) -> list[Made]:
    """Make moves, given as a square and the set of squares to go to, and tell which give check."""
    (white, black, pawns, knights, diagonals, straights, white_king, black_king, side,
     ball, phase, used, unmoved, quiet) = position  # fmt: skip
    own, enemy, king = (black, white, white_king) if side else (white, black, black_king)
    occupied = white | black
    wins_ball = phase == OPEN and not own & BIT[ball]  # 5.3
    # 6.2: without the ball the move is the whole turn, so the other side plays next.
    next_side, next_used = (1 - side, 0) if wins_ball else (side, used | MOVED)
    turn_over = 1 if wins_ball else 0
    has_carrier = phase != KICKOFF and own & BIT[ball]
    # From where the enemy king would be attacked, and by whose leaving.
    by_diagonal, by_straight = diagonal(king, occupied), straight(king, occupied)
    by_knight, by_pawn = KNIGHT[king], PAWN[1 - side][king]
    uncovers = 0
    snipers = own & ((DIAGONAL_RAYS[king] & diagonals) | (STRAIGHT_RAYS[king] & straights))
    while snipers:
        bit = snipers & -snipers
        snipers ^= bit
        blockers = BETWEEN[king][bit.bit_length() - 1] & occupied
        if not blockers & (blockers - 1):
            uncovers |= blockers & own
    # At a corner the enemy king may be attacked already; then each move is looked at afresh.
    look_afresh = phase == CORNER and position.is_check(1 - side)

    made: list[Made] = []
    for start, targets in moves:
        leaving = BIT[start]
        kept = own ^ leaving
        is_pawn = pawns & leaving
        is_knight = knights & leaving
        is_diagonal = diagonals & leaving
        is_straight = straights & leaving
        is_king = not (is_pawn or is_knight or is_diagonal or is_straight)
        checks = (
            (by_pawn if is_pawn else 0)
            | (by_knight if is_knight else 0)
            | (by_diagonal if is_diagonal else 0)
            | (by_straight if is_straight else 0)
        )
        if uncovers & leaving:
            checks |= FULL ^ LINE[king][start]
        carries = has_carrier and start == ball
        pawns_left, unmoved_left = pawns & ~leaving, unmoved & ~leaving
        knights_left, diagonals_left = knights & ~leaving, diagonals & ~leaving
        straights_left = straights & ~leaving
        while targets:
            on = targets & -targets
            targets ^= on
            end = on.bit_length() - 1
            if enemy & on:
                off = ~on
                foes, after_quiet = enemy & off, turn_over
                after_pawns = pawns_left & off | (on if is_pawn else 0)
                after_knights = knights_left & off | (on if is_knight else 0)
                after_diagonals = diagonals_left & off | (on if is_diagonal else 0)
                after_straights = straights_left & off | (on if is_straight else 0)
                after_unmoved = unmoved_left & off
                after_ball = end if carries or wins_ball else ball
            else:
                foes = enemy
                after_quiet = turn_over if is_pawn else quiet + turn_over  # 9.3
                after_pawns = pawns_left | on if is_pawn else pawns_left
                after_knights = knights_left | on if is_knight else knights_left
                after_diagonals = diagonals_left | on if is_diagonal else diagonals_left
                after_straights = straights_left | on if is_straight else straights_left
                after_unmoved = unmoved_left
                after_ball = end if carries or phase == KICKOFF else ball  # 5.2, 6.1
            after = _new(
                Position,
                (kept | on if not side else foes, kept | on if side else foes,
                 after_pawns, after_knights, after_diagonals, after_straights,
                 end if is_king and not side else white_king,
                 end if is_king and side else black_king,
                 next_side, after_ball, phase, next_used, after_unmoved, after_quiet),
            )  # fmt: skip
            gives_check = after.is_check(1 - side) if look_afresh else bool(checks & on)
            made.append(_new(Made, (start | end << 6, after, gives_check)))
    return made


def _settle(made: Made) -> Next:
    """Return what follows a move; a checkmate is judged at once (7.2)."""
    _, after, gives_check = made
    if after.used:
        if gives_check and not has_legal_move(after._replace(side=1 - after.side, phase=OPEN)):
            return End(ROUND_MATE, after.side)
        return _go_on(after, gives_check=gives_check)
    if gives_check:
        return after if has_legal_move(after) else End(ROUND_MATE, 1 - after.side)
    return after if has_free_move(after) else _begin(after)


def make_move(position: Position, action: Action) -> Made:
    """Make one legal move, without what follows it."""
    return make_moves(position, [(action & 63, BIT[action >> 6])])[0]


def play_pass(position: Position, receiver: int) -> Next:
    """Give the ball to another piece of the side (6.7)."""
    after = position._replace(ball=receiver, used=position.used | PASSED)
    gives_check = position.used & MOVED != 0 and position.is_check(1 - position.side)
    if position.phase == CORNER and not position.used:
        gives_check = position.is_check(1 - position.side)
    if position.phase == KICKOFF:
        return _hand_over(after, in_check=gives_check)
    return _go_on(after, gives_check=gives_check)


def play_shot(position: Position, target: int, outcome: Outcome) -> Next:
    """Return what follows a shot that ended so (8.4)."""
    if outcome.kind == GOAL:
        return End(ROUND_GOAL, position.side)
    gives_check = position.is_check(1 - position.side)
    # 9.3: a shot sets the count to 0, and the end of its turn adds 1.
    if outcome.kind == CORNER_KICK:
        corner = position._replace(ball=CORNER_OF[target], phase=CORNER, used=0, quiet=1)
        if can_act(corner, in_check=False):
            return corner
        return _goal_kick(corner, in_check=gives_check)
    assert outcome.square is not None
    after = position._replace(
        side=1 - position.side, ball=outcome.square, phase=OPEN, used=0, quiet=1
    )
    return _begin(after, in_check=gives_check)


def play(position: Position, action: Action, outcome: Outcome | None = None) -> Next:
    """Play one legal action; a shot needs its outcome."""
    if action < PASS:
        return _settle(make_move(position, action))
    if action & PASS:
        return play_pass(position, action & 63)
    if action == STOP:
        return end_turn(position)
    assert outcome is not None
    return play_shot(position, action & 63, outcome)


def edges(position: Position) -> list[Edge]:
    """Return every edge of a position, each with what it leads to."""
    found: list[Edge] = []
    if not position.used & MOVED:
        found = [
            _new(Edge, (made.action, None, _settle(made)))
            for made in make_moves(position, move_targets(position))
        ]
    for action in ball_actions(position):
        if action & SHOT:
            target = action & 63
            found.extend(
                Edge(action, outcome, play_shot(position, target, outcome))
                for outcome in outcomes(position, target)
            )
        else:
            found.append(_new(Edge, (action, None, play_pass(position, action & 63))))
    if found and may_stop(position):
        found.append(Edge(STOP, None, end_turn(position)))
    return found
