"""A player of our own: looks at every turn, weighs where it leads, and chooses.

All strengths share one way of weighing. ``easy`` looks at its own turn and weighs roughly,
``medium`` has an eye for threats and looks at the answers to its two best turns, ``hard`` at
those to its sixteen best, ``master`` three turns ahead. All of them take a goal and a mate that
are there, take the ball when they can and do not leave it standing where it is taken for nothing;
``easy``, which misjudges, does so once in some thirty turns.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from games.rules.chess_eleven.actions import TEXT, Action
from games.rules.chess_eleven.expectimax import Search
from games.rules.chess_eleven.formation import default_formation
from games.rules.chess_eleven.match import State, may_claim
from games.rules.chess_eleven.notation import SIDES
from games.rules.chess_eleven.position import Position
from games.rules.chess_eleven.weighing import candidates, expected, weigh
from games.rules.contract import Phase


@dataclass(frozen=True, slots=True)
class Strength:
    """How far and how sharply a bot looks."""

    noise: float
    """The spread of its misjudgement, in hundredths of a goal."""
    threat: float
    """How much it minds who could shoot next, 1 for all that is due."""
    answers: int
    """For how many of its best turns it looks at every answer."""
    widths: tuple[int, ...] = ()
    """Where it looks further: how many of the best turns it follows, the first its own."""


STRENGTHS: Final = {
    "easy": Strength(noise=14.0, threat=0.0, answers=0),
    "medium": Strength(noise=3.0, threat=1.0, answers=2),
    "hard": Strength(noise=0.5, threat=1.0, answers=16),
    "master": Strength(noise=0.5, threat=1.0, answers=0, widths=(14, 10)),
}


def choose(position: Position, strength: Strength, rng: Random) -> tuple[Action, ...]:
    """Return the turn that a bot plays."""
    if strength.widths:
        return Search(position, strength.widths, strength.noise, rng).best().actions
    me = position.side

    def judge(at: Position) -> float:
        return weigh(at, me, strength.threat)

    rated = sorted(
        (
            (expected(candidate, me, judge) + rng.gauss(0, strength.noise), index, candidate)
            for index, candidate in enumerate(candidates(position))
        ),
        reverse=True,
    )
    if not strength.answers:
        return rated[0][2].actions

    def look(at: Position) -> float:
        if at.side == me:
            return judge(at)  # Its own turn again, such as a corner.
        worst = math.inf
        for answer in candidates(at):
            worst = min(worst, expected(answer, me, judge))
            if worst <= enough:
                return worst
        return judge(at) if worst == math.inf else worst

    best, most = rated[0][2], -math.inf
    for _, _, candidate in rated[: strength.answers]:
        # One answer shows that a turn isn't the best. Where a roll decides, all of them count.
        enough = most if len(candidate.leads_to) == 1 else -math.inf
        worth = expected(candidate, me, look)
        if worth > most:
            best, most = candidate, worth
    return best.actions


WORSE: Final = 15.0
"""How far behind a position must be for a draw to be welcome, in hundredths of a goal."""
LONG_QUIET: Final = 30
"""From so many quiet turns on a draw is welcome wherever the bot is not ahead. Of 450 rounds of
``medium`` against itself 11 came so far; 2 of them were decided before the drop ball (9.3)."""

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
    """The bot behind the contract."""

    strengths = tuple(STRENGTHS)
    slow_strengths: tuple[str, ...] = ("master",)

    def choose_turn(self, state: State, strength: str, rng: Random) -> tuple[str, ...]:
        """Return the actions of a legal turn of the side to act."""
        assert state.position is not None
        return tuple(TEXT[action] for action in choose(state.position, STRENGTHS[strength], rng))

    def agrees_to_draw(self, state: State, side: str, strength: str) -> bool:
        """Agree when behind; at a level score where the position is worse, or leads nowhere."""
        me = SIDES.index(side)
        own, other = state.score[me], state.score[1 - me]
        if own != other:
            return own < other
        if state.position is None or state.phase is not Phase.PLAYING:
            return False
        worth = weigh(state.position, me, threat=1.0)
        leads_nowhere = state.position.quiet >= LONG_QUIET or may_claim(state)
        return worth <= (0.0 if leads_nowhere else -WORSE)

    def choose_arrangement(
        self, state: State, side: str, strength: str, rng: Random
    ) -> Mapping[str, Any]:
        """Return the formation with which a side begins the round."""
        index = SIDES.index(side)
        return {"pieces": choose_formation(state, index, STRENGTHS[strength], rng)}
