"""Positions with one right turn, found by looking at every turn there is.

Nothing here is weighed: what a kind of puzzle asks either holds for exactly one turn or the
position is no puzzle. Turns that reach the same are one turn, in any order.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from games.rules.chess_eleven.actions import SHOT, STOP, TEXT, Action
from games.rules.chess_eleven.moving import make_move
from games.rules.chess_eleven.notation import write_position
from games.rules.chess_eleven.position import KICKOFF, OPEN, Position
from games.rules.chess_eleven.shot import GOAL
from games.rules.chess_eleven.tree import edges
from games.rules.chess_eleven.turn import ROUND_MATE, End, Next
from games.rules.chess_eleven.validity import load_position
from games.rules.chess_eleven.weighing import Candidate, candidates
from games.rules.geometry import BIT

MATE, SURE, TWO = "mate", "sure", "two"
BALL, GUARD, CHANCE = "ball", "guard", "chance"
KINDS: Final = (MATE, SURE, TWO, BALL, GUARD, CHANCE)
"""The rarest first: a position that could be several is the first of them."""

CERTAIN: Final = 100
AHEAD: Final = 15
"""Points by which the best chance must lead."""
LEFT_OPEN: Final = 25
"""Points that every other turn leaves the other side more."""
LEAST_TURNS: Final = {MATE: 4, SURE: 4, TWO: 12, BALL: 4, GUARD: 4, CHANCE: 12}
"""From how many turns there is to choose."""


class Puzzle(NamedTuple):
    """What is asked of a position, and what answers it."""

    kind: str
    solutions: tuple[tuple[str, ...], ...]
    """Every turn that is right; they reach the same."""
    best: int
    """Per cent: what the right turn scores with, or what it leaves the other side."""
    second: int
    """The same of the best turn that is not right."""


class _Way(NamedTuple):
    """A whole turn: what it reaches, and how likely its shot is to go in."""

    actions: tuple[Action, ...]
    scene: Any
    """Equal for turns that reach the same."""
    goal: int = 0
    after: Next | None = None
    """``None`` after a shot, which leads to several."""

    @property
    def is_mate(self) -> bool:
        return isinstance(self.after, End) and self.after.kind == ROUND_MATE


def find_puzzle(text: str, *, looks_ahead: bool = False) -> Puzzle | None:
    """Return the puzzle that a position is, or ``None``; raises ``RulesError`` for no position."""
    return find_in(load_position(text), looks_ahead=looks_ahead)


def find_in(position: Position, *, looks_ahead: bool = False) -> Puzzle | None:
    """Return the puzzle that a position at the start of a turn is, or ``None``.

    Only where it ``looks_ahead`` does it find what takes two turns: that costs ten times as much.
    """
    if position.used or position.phase == KICKOFF:
        return None
    ways = list(_ways(position, is_brief=True))
    found = _find_end(ways)
    if found is None and looks_ahead:
        found = _find_force(position, ways)
    if found is None and not any(way.is_mate for way in ways):
        found = _find_shot(ways) if position.has_possession else _find_defence(position, ways)
    if found is None or len(ways) < LEAST_TURNS[found[0]]:
        return None
    kind, right, second = found
    solutions = tuple(
        tuple(TEXT[action] for action in way.actions)
        for way in _ways(position, is_brief=False)
        if way.scene == right.scene and way.goal == right.goal
    )
    best = CERTAIN if kind in (MATE, TWO) else right.goal
    if kind == GUARD:
        best = _threat(position, right)
    return Puzzle(kind, solutions, best, second)


def asked_of(text: str) -> str:
    """Return a position as a puzzle shows it: no quiet turn has been counted."""
    return write_position(load_position(text)._replace(quiet=0))


def situation_of(text: str) -> str:
    """Return what two puzzles must not share: the position as White to play would see it."""
    placement, side, ball, phase, unmoved, _quiet = text.split(" ")
    if side == "b":
        placement = "/".join(reversed(placement.swapcase().split("/")))
        pawns = sorted(
            (_flipped(unmoved[i : i + 2]) for i in range(0, len(unmoved) - 1, 2)),
            key=lambda square: (square[1], square[0]),
        )
        ball, unmoved = _flipped(ball), "".join(pawns) or "-"
    return " ".join((placement, ball, phase, unmoved))


def answer_to(text: str, actions: tuple[str, ...], kind: str) -> tuple[str, ...] | None:
    """Return the turn of the other side that shows why a turn does not defend.

    Of ``ball``: what takes the ball back or mates. Of ``guard``: its best shot, or mate. Of
    ``two``: an answer to which neither a mate nor a certain goal follows. ``None`` where the turn
    wins no ball, or the other side has nothing to shoot.
    """
    position = load_position(text)
    for way in _ways(position, is_brief=False):
        if tuple(TEXT[action] for action in way.actions) != actions:
            continue
        if not isinstance(way.after, Position) or way.after.side == position.side:
            return None
        if kind == BALL:
            if not _has_ball(way.after, position.side):
                return None
            answer = next(_takers(way.after, position.side), None)
        elif kind == TWO:
            answer = _escape(way.after)
        else:
            answer = _best_of(_ways(way.after, is_brief=True))
        return None if answer is None else tuple(TEXT[action] for action in answer)
    return None


def _flipped(square: str) -> str:
    return square if square == "-" else square[0] + str(9 - int(square[1]))


_Found = tuple[str, _Way, int]


def _find_end(ways: list[_Way]) -> _Found | None:
    """Return the one turn that mates; one that scores for certain where none mates."""
    mates = [way for way in ways if way.is_mate]
    if mates:
        shots = max((way.goal for way in ways), default=0)
        return (MATE, mates[0], shots) if len({way.scene for way in mates}) == 1 else None
    sure = [way for way in ways if way.goal == CERTAIN]
    if len({way.scene for way in sure}) != 1:
        return None
    return SURE, sure[0], max((way.goal for way in ways if way.goal != CERTAIN), default=0)


def _find_force(position: Position, ways: list[_Way]) -> _Found | None:
    """Return the one turn after which every answer allows a mate or a certain goal."""
    if any(_is_win(way) for way in ways):
        return None
    found: _Way | None = None
    escape: tuple[Action, ...] | None = None
    for way in ways:
        if not isinstance(way.after, Position) or way.after.side == position.side:
            continue
        # What answers one turn answers most of the others.
        answer = _escape(way.after, first=escape)
        if answer is not None:
            escape = answer
        elif found is not None:
            return None
        else:
            found = way
    if found is None:
        return None
    return TWO, found, max((way.goal for way in ways), default=0)


def _escape(after: Position, first: tuple[Action, ...] | None = None) -> tuple[Action, ...] | None:
    """Return an answer to which neither mate nor a certain goal follows, or ``None``.

    ``first`` is tried before the others. A shot is such an answer: it may go in.
    """
    for answer in sorted(candidates(after), key=lambda one: one.actions != first):
        if not _loses(answer, after.side):
            return answer.actions
    return None


def _loses(answer: Candidate, side: int) -> bool:
    """Return whether a turn of a side lets the other mate or score for certain."""
    (_chance, then), *others = answer.leads_to
    if others or not isinstance(then, Position) or then.side == side:
        return False
    return any(_is_win(way) for way in _ways(then, is_brief=True))


def _is_win(way: _Way) -> bool:
    return way.is_mate or way.goal == CERTAIN


def _find_shot(ways: list[_Way]) -> _Found | None:
    """Return the turn whose shot is far more likely than any other to go in."""
    shots = sorted((way for way in ways if way.goal), key=lambda way: -way.goal)
    if not shots or shots[0].goal == CERTAIN:
        return None
    best = shots[0]
    others = [one for one in shots if (one.scene, one.goal) != (best.scene, best.goal)]
    second = others[0].goal if others else 0
    return (CHANCE, best, second) if best.goal - second >= AHEAD else None


def _find_defence(position: Position, ways: list[_Way]) -> _Found | None:
    """Return the turn that wins the ball for good; else the one that guards the goal."""
    me = position.side
    won = [way for way in ways if isinstance(way.after, Position) and _has_ball(way.after, me)]
    kept = [way for way in won if _keeps_ball(way.after, me)]
    if kept:
        # Where the ball can be won in one way alone there is nothing to find.
        return (BALL, kept[0], 0) if len(kept) == 1 < len(won) else None
    threats = sorted((_threat(position, way), index) for index, way in enumerate(ways))
    if len(threats) < 2 or threats[1][0] < threats[0][0] + LEFT_OPEN:
        return None
    return GUARD, ways[threats[0][1]], threats[1][0]


def _has_ball(after: Position, side: int) -> bool:
    return after.phase == OPEN and after.ball >= 0 and bool(after.of(side) & BIT[after.ball])


def _keeps_ball(after: Next | None, side: int) -> bool:
    """Return whether a side has won the ball and keeps it, against every answer."""
    if not isinstance(after, Position) or not _has_ball(after, side):
        return False
    return after.side == side or next(_takers(after, side), None) is None


def _takers(after: Position, side: int) -> Iterator[tuple[Action, ...]]:
    """Yield the answers that take the ball from a side, or end the round."""
    for answer in candidates(after):
        for _chance, then in answer.leads_to:
            if not isinstance(then, Position) or not _has_ball(then, side):
                yield answer.actions


def _threat(position: Position, way: _Way) -> int:
    """Return the best chance that the other side has after a turn; a mate is certain."""
    after = way.after
    if not isinstance(after, Position) or after.side == position.side:
        return 0
    return max(CERTAIN if one.is_mate else one.goal for one in _ways(after, is_brief=True))


def _best_of(ways: Iterator[_Way]) -> tuple[Action, ...] | None:
    """Return the mate among turns, else the best shot; ``None`` where there is neither."""
    best = max(ways, key=lambda way: (way.is_mate, way.goal))
    return best.actions if best.is_mate or best.goal else None


def _ways(position: Position, *, is_brief: bool) -> Iterator[_Way]:
    """Yield every whole turn; ``is_brief`` of those that reach the same and shoot alike, one."""
    seen: set[Any] = set()

    def walk(at: Position, before: tuple[Action, ...]) -> Iterator[_Way]:
        for action, outcome, after in edges(at):
            turn = before if action == STOP else (*before, action)
            if action & SHOT:
                # Every shot may go in; one edge for each thing that can become of it.
                if outcome is not None and outcome.kind == GOAL:
                    yield _Way(turn, (GOAL, *_placed(at), at.ball), outcome.per_cent)
            elif isinstance(after, End):
                still = make_move(at, action) if after.kind == ROUND_MATE else at
                yield _Way(turn, (after, *_placed(still)), after=after)
            elif action != STOP and after.used:
                if not is_brief or after not in seen:
                    seen.add(after)
                    yield from walk(after, turn)
            else:
                yield _Way(turn, after, after=after)

    for way in walk(position, ()):
        known = (way.scene, way.goal)
        if not is_brief or known not in seen:
            seen.add(known)
            yield way


def _placed(position: Position) -> tuple[int, ...]:
    """Return who stands where. At a mate it does not matter any more who has the ball."""
    return position[:8]
