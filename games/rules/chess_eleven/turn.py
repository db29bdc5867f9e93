"""The turn's way (6): an action is played, the turn continues, ends, or hands over.

What an action leads to is the next position, or an ``End`` where the round is over.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from games.rules.chess_eleven.actions import (
    PASS,
    SHOT,
    STOP,
    Action,
    can_act,
    has_legal_move,
    legal_actions,
    may_stop,
)
from games.rules.chess_eleven.moving import handed_over, make_move, with_ball
from games.rules.chess_eleven.position import CORNER, KICKOFF, OPEN, Position
from games.rules.chess_eleven.shot import CORNER_KICK, GOAL, ShotResult, outcomes
from games.rules.chess_eleven.squares import CORNER_OF

ROUND_GOAL: Final = "goal"
ROUND_MATE: Final = "mate"
ROUND_DROP_BALL: Final = "dropball"


class End(NamedTuple):
    """Why a round ended and which side it is a success for; ``None`` at a drop ball."""

    kind: str
    side: int | None


Next = Position | End
DROP_BALL: Final = End(ROUND_DROP_BALL, None)

Edge = tuple[Action, ShotResult | None, Next]
"""One way on from a position, as perft counts them (10.5)."""


class Played(NamedTuple):
    """What an action led to, and what happened on the way there."""

    next: Next
    final: Position
    """Where the round ended, the position in which it stands still."""
    gives_check: bool = False
    wins_ball: bool = False
    goal_kick: int | None = None
    """The side that was given the ball by a goal kick (8.6)."""
    passed_over: int | None = None
    """The side that could not play (9.1)."""


def play(position: Position, action: Action, result: ShotResult | None = None) -> Played:
    """Play one legal action; a shot needs its result."""
    if action < PASS:
        return _move(position, action)
    if action & PASS:
        return _pass(position, action & 63)
    if action == STOP:
        return _hand_over(position, position)
    assert result is not None
    return _shoot(position, action & 63, result)


def edges(position: Position) -> list[Edge]:
    """Return every edge of a position, each with what it leads to."""
    found: list[Edge] = []
    actions = legal_actions(position)
    for action in actions:
        results = outcomes(position, action & 63) if action & SHOT else (None,)
        found += [(action, result, play(position, action, result).next) for result in results]
    if actions and may_stop(position):
        found.append((STOP, None, play(position, STOP).next))
    return found


def lose_turn(position: Position) -> Played:
    """Return what follows a turn whose clock has run out (9.9)."""
    if position.is_check(position.side):
        return Played(End(ROUND_GOAL, 1 - position.side), position)
    if position.has_possession or position.phase == KICKOFF:
        return _goal_kick(position, position)
    return _begin(handed_over(position), position)


def _move(position: Position, action: Action) -> Played:
    after = make_move(position, action)
    gives_check = after.is_check(1 - position.side)
    if gives_check and not has_legal_move(handed_over(after)):
        # 7.2: a checkmate is judged immediately.
        played = Played(End(ROUND_MATE, position.side), after)
    elif position.phase == OPEN and not position.has_possession:
        played = _hand_over(after, after)  # 6.2: the move is the whole turn.
    else:
        played = _go_on(after, after)
    if isinstance(played.next, End):
        played = played._replace(final=_turn_over(after))
    wins_ball = after.ball == action >> 6 and position.ball != action & 63
    return played._replace(gives_check=gives_check, wins_ball=wins_ball)


def _pass(position: Position, receiver: int) -> Played:
    """Give the ball to another piece of the side (6.7)."""
    after = with_ball(position, receiver)
    if position.phase == KICKOFF:
        return _hand_over(after, position)  # 6.1
    return _go_on(after, position)


def _shoot(position: Position, target: int, result: ShotResult) -> Played:
    """Return what follows a shot that ended so (8.4)."""
    if result.kind == GOAL:
        return Played(End(ROUND_GOAL, position.side), position)
    # 9.3: a shot sets the count to 0, and the end of its turn adds 1.
    if result.kind == CORNER_KICK:
        corner = position._replace(ball=CORNER_OF[target], phase=CORNER, used=0, quiet=1)
        return Played(corner, position) if can_act(corner) else _goal_kick(corner, position)
    assert result.square is not None
    after = position._replace(
        side=1 - position.side, ball=result.square, phase=OPEN, used=0, quiet=1
    )
    return _begin(after, position)


def _go_on(position: Position, final: Position) -> Played:
    """Continue with the turn if something is left to play, else end it (6.6)."""
    return Played(position, final) if can_act(position) else _hand_over(position, final)


def _hand_over(position: Position, final: Position) -> Played:
    """End the turn; a ball that still lies loose goes to the defending king (8.6)."""
    if position.is_loose:
        return _goal_kick(position, final)
    return _begin(handed_over(position), final)


def _goal_kick(position: Position, final: Position) -> Played:
    played = _begin(_ball_to_king(position), final)
    if isinstance(played.next, End):
        return played
    return played._replace(goal_kick=1 - position.side)


def _begin(position: Position, final: Position) -> Played:
    """Begin a turn, passing over a side that has no legal action (9.1, 9.2)."""
    if can_act(position):
        return Played(position, final)
    other = position._replace(side=1 - position.side, quiet=position.quiet + 1)
    if can_act(other):
        return Played(other, final, passed_over=position.side)
    return Played(DROP_BALL, final)


def _ball_to_king(position: Position) -> Position:
    """Return the position with the defending king in possession, his turn begun (8.6)."""
    king = position.king(1 - position.side)
    return handed_over(position)._replace(ball=king)


def _turn_over(position: Position) -> Position:
    """Return the position after the move that ended a round, its turn over with it (7.2)."""
    return _ball_to_king(position) if position.is_loose else handed_over(position)
