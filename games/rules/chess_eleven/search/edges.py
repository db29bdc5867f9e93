"""Every way on from a position (10.5): moves from the batch, then passes, shots and the stop."""

from __future__ import annotations

from games.rules.chess_eleven.actions import (
    SHOT,
    STOP,
    ball_actions,
    has_legal_move,
    may_stop,
    movers,
)
from games.rules.chess_eleven.position import CORNER, KICKOFF, MOVED, OPEN, PASSED, Position
from games.rules.chess_eleven.search.batch import CHECK, make_moves, new_position
from games.rules.chess_eleven.search.quick import can_act, has_king_step, is_sure_of_a_move
from games.rules.chess_eleven.shot import CORNER_KICK, GOAL, ShotResult, outcomes
from games.rules.chess_eleven.squares import CORNER_OF
from games.rules.chess_eleven.turn import DROP_BALL, ROUND_GOAL, ROUND_MATE, Edge, End, Next
from games.rules.geometry import each


def edges(position: Position) -> list[Edge]:
    """Return every edge of a position, each with what it leads to."""
    found: list[Edge] = []
    if not position.used & MOVED:
        made = make_moves(position, movers(position))
        actions = [start | end << 6 for start, ends in made.settled_moves for end in each(ends)]
        found = [(action, None, after) for action, after in zip(actions, made.settled, strict=True)]
        found += [(action, None, _settle(after, flags)) for action, after, flags in made.others]
    return found + _ball_edges(position, may_move=bool(found))


def follow(position: Position) -> tuple[list[Position], list[Next]]:
    """Return what every edge leads to, without its name: what perft wants.

    The second list may hold ends of the round, the first does not.
    """
    settled: list[Position] = []
    others: list[Next] = []
    if not position.used & MOVED:
        made = make_moves(position, movers(position))
        settled = made.settled
        others = [_settle(after, flags) for _, after, flags in made.others]
    may_move = bool(settled or others)
    return settled, others + [after for _, _, after in _ball_edges(position, may_move=may_move)]


def _ball_edges(position: Position, *, may_move: bool) -> list[Edge]:
    """Return the passes, the shots and the stop of a position."""
    actions = ball_actions(position)
    may_end = may_stop(position) and (may_move or actions)
    if not (actions or may_end):
        return []
    gives_check = position.is_check(1 - position.side)
    is_sure = not gives_check and is_sure_of_a_move(position, 1 - position.side)
    # What could be moved before a pass can be moved after it.
    may_continue = may_move and position.phase != KICKOFF
    found: list[Edge] = []
    for action in actions:
        square = action & 63
        if action & SHOT:
            found.extend(
                (action, outcome, _shoot(position, square, outcome, gives_check=gives_check))
                for outcome in outcomes(position, square)
            )
        elif may_continue:
            found.append((action, None, with_ball(position, square)))
        else:
            after = _receive(position, square, gives_check=gives_check, is_sure=is_sure)
            found.append((action, None, after))
    if may_end:
        after = _hand_over(position, in_check=gives_check, is_sure=is_sure)
        found.append((STOP, None, after))
    return found


def _begin(position: Position, *, in_check: bool = False) -> Next:
    """Begin a turn, passing over a side that has no legal action (9.1, 9.2)."""
    if can_act(position, in_check=in_check):
        return position
    passed_over = position._replace(side=1 - position.side, quiet=position.quiet + 1)
    if can_act(passed_over, in_check=False):
        return passed_over
    return DROP_BALL


def _hand_over(position: Position, *, in_check: bool, is_sure: bool = False) -> Next:
    """End the turn.

    ``in_check`` shows whether the other side is, ``is_sure`` that it can certainly move.
    """
    if position.phase == CORNER and position.is_loose:
        return _goal_kick(position, in_check=in_check)
    after = handed_over(position)
    return after if is_sure else _begin(after, in_check=in_check)


def _go_on(position: Position, *, gives_check: bool = False, is_sure: bool = False) -> Next:
    """Return the position if something is left to play, else what follows the turn (6.6)."""
    # The own king is safe in the middle of a turn (4.5), so he is not in check here.
    if can_act(position, in_check=False):
        return position
    return _hand_over(position, in_check=gives_check, is_sure=is_sure)


def _settle(after: Position, flags: int) -> Next:
    """Return what follows a move made; a checkmate is judged immediately (7.2)."""
    is_over = not after.used
    if flags & CHECK:
        mover = 1 - after.side if is_over else after.side
        if not (
            has_king_step(after, 1 - mover)
            or has_legal_move(after if is_over else handed_over(after))
        ):
            return End(ROUND_MATE, mover)
        if is_over or flags == CHECK:
            return after
        return _go_on(after, gives_check=True, is_sure=True)
    return _begin(after) if is_over else _go_on(after)


def _receive(position: Position, receiver: int, *, gives_check: bool, is_sure: bool) -> Next:
    """Give the ball to another piece of the side (6.7)."""
    after = with_ball(position, receiver)
    if position.phase == KICKOFF:
        return _hand_over(after, in_check=gives_check, is_sure=is_sure)
    return _go_on(after, gives_check=gives_check, is_sure=is_sure)


def _shoot(position: Position, target: int, outcome: ShotResult, *, gives_check: bool) -> Next:
    """Return what follows a shot that ended so (8.4)."""
    if outcome.kind == GOAL:
        return End(ROUND_GOAL, position.side)
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


def _ball_to_king(position: Position) -> Position:
    """Return the position with the defending king in possession, his turn begun (8.6)."""
    defenders = 1 - position.side
    return position._replace(
        side=defenders,
        ball=position.king(defenders),
        phase=OPEN,
        used=0,
        quiet=position.quiet + 1,
    )


def _goal_kick(position: Position, *, in_check: bool) -> Next:
    return _begin(_ball_to_king(position), in_check=in_check)


def with_ball(position: Position, receiver: int) -> Position:
    """Return the position with the ball passed to another piece, the turn going on."""
    (white, black, pawns, knights, diagonals, straights, white_king, black_king, side,
     _, phase, used, unmoved, quiet) = position  # fmt: skip
    fields = (white, black, pawns, knights, diagonals, straights, white_king, black_king, side,
              receiver, phase, used | PASSED, unmoved, quiet)  # fmt: skip
    return new_position(Position, fields)


def handed_over(position: Position) -> Position:
    """Return the position with the turn ended and the other side's open turn begun."""
    (white, black, pawns, knights, diagonals, straights, white_king, black_king, side,
     ball, _, _, unmoved, quiet) = position  # fmt: skip
    fields = (white, black, pawns, knights, diagonals, straights, white_king, black_king, 1 - side,
              ball, OPEN, 0, unmoved, quiet + 1)  # fmt: skip
    return new_position(Position, fields)
