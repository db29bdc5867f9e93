"""What turns there are and what a position is worth, for the bot: hundredths of a goal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from games.rules.chess_eleven.actions import SHOT, STOP, Action, ball_targets
from games.rules.chess_eleven.position import CORNER, Position
from games.rules.chess_eleven.shot import KING, NO_ONE, ODDS, PIECE
from games.rules.chess_eleven.squares import GOALS
from games.rules.chess_eleven.tree import edges
from games.rules.chess_eleven.turn import ROUND_DROP_BALL, ROUND_MATE, End, Next
from games.rules.geometry import BIT, each

GOAL_WORTH: Final = 100.0
"""What a goal weighs; everything else is measured by it."""
MATE_WORTH: Final = 200.0
PIECE_WORTH: Final = {"p": 2.0, "n": 5.0, "b": 5.0, "r": 7.0, "q": 11.0, "k": 0.0}


class Candidate(NamedTuple):
    """A whole turn and where it may lead, each with its chance."""

    actions: tuple[Action, ...]
    leads_to: tuple[tuple[float, Next], ...]


def candidates(position: Position) -> list[Candidate]:
    """Return every turn of the side to play; of those that lead to the same, one."""
    found: dict[Any, Candidate] = {}
    seen: set[Position] = set()

    def walk(at: Position, before: tuple[Action, ...]) -> None:
        shots: dict[Action, list[tuple[float, Next]]] = {}
        for action, outcome, after in edges(at):
            if action & SHOT:
                assert outcome is not None
                shots.setdefault(action, []).append((outcome.per_cent / 100, after))
                continue
            turn = before if action == STOP else (*before, action)
            if isinstance(after, Position) and after.used and action != STOP:
                if after not in seen:
                    seen.add(after)
                    walk(after, turn)
            else:
                found.setdefault(after, Candidate(turn, ((1.0, after),)))
        for action, ends in shots.items():
            found.setdefault((at, action), Candidate((*before, action), tuple(ends)))

    walk(position, ())
    return list(found.values())


def every_order(position: Position) -> Iterator[Candidate]:
    """Yield every turn of the side to play, also those that lead to the same."""

    def walk(at: Position, before: tuple[Action, ...]) -> Iterator[Candidate]:
        shots: dict[Action, list[tuple[float, Next]]] = {}
        for action, outcome, after in edges(at):
            if action & SHOT:
                assert outcome is not None
                shots.setdefault(action, []).append((outcome.per_cent / 100, after))
                continue
            turn = before if action == STOP else (*before, action)
            if isinstance(after, Position) and after.used and action != STOP:
                yield from walk(after, turn)
            else:
                yield Candidate(turn, ((1.0, after),))
        for action, ends in shots.items():
            yield Candidate((*before, action), tuple(ends))

    return walk(position, ())


def _defender(position: Position, square: int, side: int) -> str:
    """Return what of a side stands on a square of its goal."""
    if not position.of(side) & BIT[square]:
        return NO_ONE
    return KING if position.king(side) == square else PIECE


def goal_chances(position: Position, shooter: int) -> dict[int, float]:
    """Return the chance of a goal for each square of the enemy goal, from 0 to 1."""
    first, second = GOALS[1 - shooter]
    here, there = (_defender(position, square, 1 - shooter) for square in (first, second))
    return {first: ODDS[here, there][0].per_cent / 100, second: ODDS[there, here][0].per_cent / 100}


def best_shot(position: Position, side: int, shooters: int) -> float:
    """Return the best chance that one of these pieces would have if it held the ball."""
    best = 0.0
    chances = goal_chances(position, side)
    free = {
        square: chance for square, chance in chances.items() if not position.of(side) >> square & 1
    }
    if not free:
        return 0.0
    for square in each(shooters):
        reach = position.reach(square)
        for target, chance in free.items():
            if chance > best and reach & BIT[target]:
                best = chance
    return best


def weigh(position: Position, me: int, threat: float) -> float:
    """Return what the start of a turn is worth to a side, in hundredths of a goal."""
    worth = count_pieces(position, position.of(me)) - count_pieces(position, position.of(1 - me))

    player = position.side
    if position.phase == CORNER:
        holder, sign = player, 1.0 if player == me else -1.0
        worth += sign * (
            14.0 + 60.0 * threat * best_shot(position, player, ball_targets(position)[0])
        )
        return worth + _keepers(position, me, threat)
    ball = position.ball
    holder = 0 if position.white & BIT[ball] else 1
    sign = 1.0 if holder == me else -1.0
    rank = ball // 8
    forward = rank if holder == 0 else 7 - rank
    worth += sign * (12.0 + 1.5 * forward)
    if holder == player:
        # It may shoot now, or hand the ball to who can.
        chance = best_shot(position, holder, BIT[ball])
        receivers, _ = ball_targets(position)
        by_pass = best_shot(position, holder, receivers)
        worth += sign * threat * 75.0 * max(chance, 0.9 * by_pass)
    else:
        # The other side moves first: can it take the carrier, and is the carrier guarded?
        takers = position.attackers(ball, player, position.occupied)
        if takers:
            carrier = PIECE_WORTH[(position.piece_at(ball) or "p").lower()]
            guards = position.attackers(ball, holder, position.occupied)
            worth -= sign * (16.0 + carrier if not guards else 7.0)
        elif threat:
            own = position.of(holder)
            worth += sign * threat * 25.0 * best_shot(position, holder, own)
    return worth + _keepers(position, me, threat)


def count_pieces(position: Position, own: int) -> float:
    """Return what the pieces on these squares are worth together."""
    diagonals, straights = position.diagonals & own, position.straights & own
    return (
        PIECE_WORTH["p"] * (position.pawns & own).bit_count()
        + PIECE_WORTH["n"] * (position.knights & own).bit_count()
        + PIECE_WORTH["b"] * (diagonals & ~straights).bit_count()
        + PIECE_WORTH["r"] * (straights & ~diagonals).bit_count()
        + PIECE_WORTH["q"] * (diagonals & straights).bit_count()
    )


def _keepers(position: Position, me: int, threat: float) -> float:
    """Return how much better the own goal is kept than the other one."""
    if not threat:
        return 0.0
    own = max(goal_chances(position, 1 - me).values())
    other = max(goal_chances(position, me).values())
    return 12.0 * threat * (other - own)


def value_of(after: Next, me: int, judge: Callable[[Position], float]) -> float:
    """Return what follows a turn is worth to a side: the end of a round, or as it is judged."""
    if isinstance(after, End):
        if after.kind == ROUND_DROP_BALL or after.side is None:
            return 0.0
        worth = MATE_WORTH if after.kind == ROUND_MATE else GOAL_WORTH
        return worth if after.side == me else -worth
    return judge(after)


def expected(candidate: Candidate, me: int, judge: Callable[[Position], float]) -> float:
    """Return what a turn is worth to a side in the mean of what its shot may come to."""
    return sum(chance * value_of(after, me, judge) for chance, after in candidate.leads_to)
