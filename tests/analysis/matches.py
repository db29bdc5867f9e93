"""Games of the bots, played in memory."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

from games.features.analysis.summing import Marks, add_marks
from games.features.analysis.totals import Totals, add_up, result_of
from games.models import Act, Turn
from games.play.replay import Walked
from games.rules.chess_eleven.match import State
from games.rules.chess_eleven.notation import SIDES, write_position
from games.rules.chess_eleven.robot import ChessElevenRobot
from games.rules.chess_eleven.rule_set import ChessEleven
from games.rules.contract import Phase, Valuer


class Played(NamedTuple):
    """A whole game."""

    start: State
    walked: list[Walked]
    movers: list[int]
    winner: str | None

    def marks(self, valuer: Valuer[Any]) -> Marks:
        """Return the marks of the game by a value."""
        marks = Marks()
        assert add_marks(marks, valuer, self.start, self.walked, lambda: True)
        return marks

    def totals(self, valuer: Valuer[Any]) -> Totals:
        """Return what they add up to."""
        phases = [
            valuer.phase_of(write_position(one.before.position))
            for one in self.walked
            if isinstance(one.row, Turn)
        ]
        return add_up(self.marks(valuer), self.movers, phases, result_of(self.winner, SIDES[0]))


@cache
def play_match(
    strengths: tuple[str, str], seed: int, *, goals: int = 2, version: int = 2, turns: int = 10_000
) -> Played:
    """Play a game; after so many turns the side to act resigns."""
    rules, robot, rng = ChessEleven(version), ChessElevenRobot(), Random(seed)
    start = state = rules.start({"goals_to_win": goals})
    walked: list[Walked] = []
    movers: list[int] = []
    while state.outcome is None and len(movers) < turns:
        number = len(movers) + 1
        if state.phase is Phase.FORMATION:
            for side, strength in zip(SIDES, strengths, strict=True):
                formation = robot.choose_arrangement(state, side, strength, rng)
                state = rules.arrange(state, side, formation, ready=True).state
            continue
        assert state.position is not None
        mover = state.position.side
        if rng.random() < 0.3 and "claim" in _acts(rules, state):
            claimed = rules.act(state, SIDES[mover], "claim").state
            if claimed.outcome is not None:
                state = claimed
                continue
            walked.append(Walked(number, Act(name="claim"), state, claimed))
            state = claimed
            continue
        actions = robot.choose_turn(state, strengths[mover], rng)
        step = rules.play(state, SIDES[mover], actions, roll=rng.randrange(100))
        assert step.turn is not None
        row = Turn(number=number, actions=list(step.turn.actions), rolls=list(step.turn.rolls))
        walked.append(Walked(number, row, state, step.state))
        movers.append(mover)
        state = step.state
    if state.outcome is None:
        loser = SIDES[rng.randrange(2)]
        walked.append(Walked(len(movers) + 1, None, state, state))
        winner = rules.act(state, loser, "resign").state.outcome
        assert winner is not None
        return Played(start, walked, movers, winner.winner)
    walked.append(Walked(len(movers) + 1, None, state, state))
    return Played(start, walked, movers, state.outcome.winner)


def _acts(rules: ChessEleven, state: State) -> Sequence[str]:
    return rules.summary(rules.describe(state)).acts[SIDES[0]]
