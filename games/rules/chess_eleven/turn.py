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
    has_legal_move,
    legal_actions,
    may_stop,
)
from games.rules.chess_eleven.position import (
    CORNER,
    KICKOFF,
    MOVED,
    OPEN,
    PASSED,
    Position,
)
from games.rules.chess_eleven.shot import BLOCK, CORNER_KICK, GOAL, SAVE, Outcome, outcomes
from games.rules.chess_eleven.squares import BIT, CORNER_OF

ROUND_GOAL: Final = "goal"
ROUND_MATE: Final = "mate"
ROUND_DROP_BALL: Final = "dropball"


class End(NamedTuple):
    """Why a round ended and which side it is a success for; ``None`` at a drop ball."""

    kind: str
    side: int | None


Next = Position | End
DROP_BALL: Final = End(ROUND_DROP_BALL, None)


def _begin(position: Position) -> Next:
    """Begin a turn, passing over a side that has no legal action (9.1, 9.2)."""
    if legal_actions(position):
        return position
    passed_over = position._replace(side=1 - position.side, quiet=position.quiet + 1)
    if legal_actions(passed_over):
        return passed_over
    return DROP_BALL


def _goal_kick(position: Position) -> Next:
    """Give the ball to the defending king (8.6)."""
    defenders = 1 - position.side
    return _begin(
        position._replace(
            side=defenders,
            ball=position.king(defenders),
            phase=OPEN,
            used=0,
            quiet=position.quiet + 1,
        )
    )


def end_turn(position: Position) -> Next:
    """Return what follows when nothing more is played in a turn."""
    if position.is_loose:
        return _goal_kick(position)
    return _begin(
        position._replace(side=1 - position.side, phase=OPEN, used=0, quiet=position.quiet + 1)
    )


def _go_on(position: Position) -> Next:
    """Return the position if something is left to play, else what follows the turn (6.6)."""
    return position if legal_actions(position) else end_turn(position)


def move_piece(position: Position, start: int, end: int) -> Position:
    """Return the position in the middle of the turn, right after a move."""
    (white, black, pawns, knights, diagonals, straights, white_king, black_king, side,
     ball, phase, used, unmoved, quiet) = position  # fmt: skip
    off, on = ~BIT[start], BIT[end]
    leaving = BIT[start]
    capture = (white | black) & on
    own = black if side else white
    had_ball = phase == OPEN and own & BIT[ball]

    if capture or pawns & leaving:
        quiet = 0  # 9.3
    if capture:
        keep = ~on
        pawns, knights, diagonals, straights = (
            pawns & keep,
            knights & keep,
            diagonals & keep,
            straights & keep,
        )
        unmoved &= keep
        if side:
            white &= keep
        else:
            black &= keep
    if side:
        black = black & off | on
    else:
        white = white & off | on
    if pawns & leaving:
        pawns = pawns & off | on
        unmoved &= off
    elif knights & leaving:
        knights = knights & off | on
    elif diagonals & leaving:
        diagonals = diagonals & off | on
        if straights & leaving:
            straights = straights & off | on
    elif straights & leaving:
        straights = straights & off | on
    elif side:
        black_king = end
    else:
        white_king = end

    if phase == KICKOFF:
        ball = end  # 6.1
    elif ball == start and own & leaving:
        # 5.2; a loose ball is on no own square, so the carrier alone can stand on it.
        ball = end
    elif capture and phase == OPEN and not had_ball:
        ball = end  # 5.3

    return Position(white, black, pawns, knights, diagonals, straights, white_king, black_king,
                     side, ball, phase, used | MOVED, unmoved, quiet)  # fmt: skip


def play_move(position: Position, start: int, end: int) -> Next:
    """Move a piece; a checkmate is judged at once (7.2)."""
    after = move_piece(position, start, end)
    side = position.side
    if after.is_check(1 - side) and not has_legal_move(after._replace(side=1 - side)):
        return End(ROUND_MATE, side)
    if not position.has_possession and position.phase == OPEN:
        return end_turn(after)  # 6.2
    return _go_on(after)


def play_pass(position: Position, receiver: int) -> Next:
    """Give the ball to another piece of the side (6.7)."""
    after = position._replace(ball=receiver, used=position.used | PASSED)
    return end_turn(after) if position.phase == KICKOFF else _go_on(after)


def play_shot(position: Position, target: int, outcome: Outcome) -> Next:
    """Return what follows a shot that ended so (8.4)."""
    if outcome.kind == GOAL:
        return End(ROUND_GOAL, position.side)
    # 9.3: a shot sets the count to 0, and the end of its turn adds 1.
    if outcome.kind == CORNER_KICK:
        corner = position._replace(ball=CORNER_OF[target], phase=CORNER, used=0, quiet=1)
        return corner if legal_actions(corner) else _goal_kick(corner)
    assert outcome.kind in (SAVE, BLOCK)
    assert outcome.square is not None
    return _begin(
        position._replace(side=1 - position.side, ball=outcome.square, phase=OPEN, used=0, quiet=1)
    )


def play(position: Position, action: Action, outcome: Outcome | None = None) -> Next:
    """Play one legal action; a shot needs its outcome."""
    if action < PASS:
        return play_move(position, action & 63, action >> 6)
    if action & PASS:
        return play_pass(position, action & 63)
    if action == STOP:
        return end_turn(position)
    assert outcome is not None
    return play_shot(position, action & 63, outcome)


class Edge(NamedTuple):
    """One way on from a position, as perft counts them (10.5)."""

    action: Action
    outcome: Outcome | None
    after: Next


def edges(position: Position) -> list[Edge]:
    """Return every edge of a position, each with what it leads to."""
    found: list[Edge] = []
    actions = legal_actions(position)
    for action in actions:
        if action & SHOT:
            target = action & 63
            found.extend(
                Edge(action, outcome, play_shot(position, target, outcome))
                for outcome in outcomes(position, target)
            )
        else:
            found.append(Edge(action, None, play(position, action)))
    if actions and may_stop(position):
        found.append(Edge(STOP, None, end_turn(position)))
    return found
