"""A player of our own: looks at every turn, weighs where it leads, and chooses.

Three strengths share one way of weighing. ``easy`` looks at its own turn and weighs roughly,
``medium`` has an eye for threats and looks at the answers to its two best turns, ``hard`` at
those to its sixteen best. All of them take a goal and a mate that are there, take the ball
when they can and do not leave it standing where it is taken for nothing; ``easy``, which
misjudges, does so once in some thirty turns.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final, NamedTuple

from games.rules.chess_eleven.actions import SHOT, STOP, TEXT, Action, ball_targets
from games.rules.chess_eleven.formation import default_formation
from games.rules.chess_eleven.match import State
from games.rules.chess_eleven.notation import SIDES
from games.rules.chess_eleven.position import CORNER, Position
from games.rules.chess_eleven.shot import KING, NOBODY, ODDS, PIECE
from games.rules.chess_eleven.squares import GOALS
from games.rules.chess_eleven.tree import edges
from games.rules.chess_eleven.turn import ROUND_DROP_BALL, ROUND_MATE, End, Next
from games.rules.geometry import BIT, each

GOAL_WORTH: Final = 100.0
"""What a goal weighs; everything else is measured by it."""
MATE_WORTH: Final = 200.0
PIECE_WORTH: Final = {"p": 2.0, "n": 5.0, "b": 5.0, "r": 7.0, "q": 11.0, "k": 0.0}


@dataclass(frozen=True, slots=True)
class Strength:
    """How far and how sharply a robot looks."""

    noise: float
    """The spread of its misjudgement, in hundredths of a goal."""
    threat: float
    """How much it minds who could shoot next, 1 for all that is due."""
    answers: int
    """For how many of its best turns it looks at every answer."""


STRENGTHS: Final = {
    "easy": Strength(noise=14.0, threat=0.0, answers=0),
    "medium": Strength(noise=3.0, threat=1.0, answers=2),
    "hard": Strength(noise=0.5, threat=1.0, answers=16),
}


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


def _standing(position: Position, square: int, side: int) -> str:
    """Return what of a side stands on a square of its goal."""
    if not position.of(side) & BIT[square]:
        return NOBODY
    return KING if position.king(side) == square else PIECE


def _goal_chances(position: Position, shooter: int) -> dict[int, float]:
    """Return the chance of a goal for each square of the enemy goal, from 0 to 1."""
    first, second = GOALS[1 - shooter]
    here, there = (_standing(position, square, 1 - shooter) for square in (first, second))
    return {first: ODDS[here, there][0].per_cent / 100, second: ODDS[there, here][0].per_cent / 100}


def _best_shot(position: Position, side: int, shooters: int) -> float:
    """Return the best chance that one of these pieces would have if it held the ball."""
    best = 0.0
    chances = _goal_chances(position, side)
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
    worth = 0.0
    for square in each(position.occupied):
        letter = position.piece_at(square) or ""
        value = PIECE_WORTH[letter.lower()]
        worth += value if (letter.isupper()) == (me == 0) else -value

    player = position.side
    if position.phase == CORNER:
        holder, sign = player, 1.0 if player == me else -1.0
        worth += sign * (
            14.0 + 60.0 * threat * _best_shot(position, player, ball_targets(position)[0])
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
        chance = _best_shot(position, holder, BIT[ball])
        receivers, _ = ball_targets(position)
        by_pass = _best_shot(position, holder, receivers)
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
            worth += sign * threat * 25.0 * _best_shot(position, holder, own)
    return worth + _keepers(position, me, threat)


def _keepers(position: Position, me: int, threat: float) -> float:
    """Return how much better the own goal is kept than the other one."""
    if not threat:
        return 0.0
    own = max(_goal_chances(position, 1 - me).values())
    other = max(_goal_chances(position, me).values())
    return 12.0 * threat * (other - own)


def _value(after: Next, me: int, judge: Callable[[Position], float]) -> float:
    if isinstance(after, End):
        if after.kind == ROUND_DROP_BALL or after.side is None:
            return 0.0
        worth = MATE_WORTH if after.kind == ROUND_MATE else GOAL_WORTH
        return worth if after.side == me else -worth
    return judge(after)


def _expected(candidate: Candidate, me: int, judge: Callable[[Position], float]) -> float:
    return sum(chance * _value(after, me, judge) for chance, after in candidate.leads_to)


def choose(position: Position, strength: Strength, rng: Random) -> tuple[Action, ...]:
    """Return the turn that a robot plays."""
    me = position.side

    def judge(at: Position) -> float:
        return weigh(at, me, strength.threat)

    rated = sorted(
        (
            (_expected(candidate, me, judge) + rng.gauss(0, strength.noise), index, candidate)
            for index, candidate in enumerate(candidates(position))
        ),
        reverse=True,
    )
    if not strength.answers:
        return rated[0][2].actions

    def look(at: Position) -> float:
        if at.side == me:
            return judge(at)  # Its own turn again, such as a corner.
        return min((_expected(answer, me, judge) for answer in candidates(at)), default=judge(at))

    best = max(
        (_expected(candidate, me, look), -place, candidate)
        for place, (_, _, candidate) in enumerate(rated[: strength.answers])
    )
    return best[2].actions


FORMATIONS: Final = (
    # Each is White's; Black's is mirrored. King and a piece in the goal, a bishop to come on.
    {"d1": "K", "e1": "Q", "c1": "R", "f1": "R", "b1": "B", "c2": "P", "d2": "P", "e2": "P",
     "f2": "P", "c3": "N", "f3": "N"},
    {"d1": "K", "e1": "B", "c1": "R", "f1": "R", "d3": "Q", "c2": "P", "d2": "P", "e2": "P",
     "f2": "P", "c3": "N", "f3": "N"},
    {"d1": "K", "e1": "R", "a1": "R", "c1": "B", "e3": "Q", "c2": "P", "d2": "P", "e2": "P",
     "b2": "P", "c3": "N", "f3": "N"},
)  # fmt: skip


def choose_formation(state: State, side: int, strength: Strength, rng: Random) -> dict[str, str]:
    """Return a sensible formation; who has scored brings the substitute on for a pawn (3.5)."""
    usual = default_formation(0).as_dict()
    chosen = dict(rng.choice(FORMATIONS)) if strength.threat else usual
    if state.may_substitute == side:
        pawn = next(square for square in ("c2", "b2") if chosen.get(square) == "P")
        chosen[pawn] = "B"
    if side:
        chosen = {square[0] + str(9 - int(square[1])): piece for square, piece in chosen.items()}
    return chosen


class ChessElevenRobot:
    """The robot behind the contract."""

    strengths = tuple(STRENGTHS)

    def choose_turn(self, state: State, strength: str, rng: Random) -> tuple[str, ...]:
        """Return the actions of a legal turn of the side to act."""
        assert state.position is not None
        return tuple(TEXT[action] for action in choose(state.position, STRENGTHS[strength], rng))

    def choose_arrangement(
        self, state: State, side: str, strength: str, rng: Random
    ) -> Mapping[str, Any]:
        """Return the formation with which a side begins the round."""
        index = SIDES.index(side)
        return {"pieces": choose_formation(state, index, STRENGTHS[strength], rng)}
