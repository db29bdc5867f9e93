"""Games of the bots against themselves, kept as lines of JSON so that a run can be resumed.

A game depends on its series and number alone. The series use different random numbers.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final, TypedDict

from games.rules.chess_eleven.actions import TEXT
from games.rules.chess_eleven.match import State
from games.rules.chess_eleven.notation import SIDES
from games.rules.chess_eleven.robot import STRENGTHS, ChessElevenRobot, choose
from games.rules.chess_eleven.rule_set import ChessEleven
from games.rules.contract import Phase

GOALS_TO_WIN: Final = 2
PAIRS: Final = (
    *("medium", "hard") * 4,
    *("easy", "medium"),
    *("hard", "medium") * 4,
    *("easy", "hard"),
)
"""Both sides of a game have the same strength: 45, 45 and 10 in 100."""
FITTED: Final = ("weights 2", "map 2", "weights 2", "test 2")
"""The series of the games for the numbers, in the order in which they are played: those of a second
value, which missed a mark. They were looked at, so they test nothing any more."""
FITTED_GAMES: Final = 2000
TEST: Final = "test 3"
"""The series of the games for the test."""
FRESH: Final = "fresh 1"
"""The series of games for a later look, on which nothing hangs."""


class Round(TypedDict):
    """A round: where each turn began and its actions; ``ended`` is ``["goal", "white"]`` or so."""

    score: list[int]
    kicks_off: int
    turns: list[list[str]]
    ended: list[Any]


class Match(TypedDict):
    """A game as it is kept."""

    series: str
    number: int
    pair: str
    rounds: list[Round]
    winner: int | None


def play_match(series: str, number: int) -> Match:
    """Play one game."""
    pair = PAIRS[number % len(PAIRS)]
    strength, rng = STRENGTHS[pair], Random(f"{series} {number}")
    rules, robot = ChessEleven(), ChessElevenRobot()
    state: State = rules.start({"goals_to_win": GOALS_TO_WIN})
    rounds: list[Round] = []
    while state.outcome is None:
        if state.phase is Phase.FORMATION:
            for side in SIDES:
                formation = robot.choose_arrangement(state, side, pair, rng)
                state = rules.arrange(state, side, formation, ready=True).state
            rounds.append(
                Round(score=[*state.score], kicks_off=state.kicks_off, turns=[], ended=[])
            )
        assert state.position is not None
        turn = [TEXT[action] for action in choose(state.position, strength, rng)]
        side = SIDES[state.position.side]
        step = rules.play(state, side, turn, roll=rng.randrange(100))
        state = step.state
        assert step.turn is not None
        rounds[-1]["turns"].append([step.turn.position_before, " ".join(step.turn.actions)])
        for happening in step.happenings:
            if happening["type"] == "round_ended":
                rounds[-1]["ended"] = [happening["reason"], happening["side"]]
    winner = state.outcome.winner
    return Match(
        series=series,
        number=number,
        pair=pair,
        rounds=rounds,
        winner=None if winner is None else SIDES.index(winner),
    )


def schedule(tests: int) -> list[tuple[str, int]]:
    """Return series and number of the games to play, those for the numbers first."""
    counts = dict.fromkeys(FITTED, 0)
    found = []
    for index in range(FITTED_GAMES):
        series = FITTED[index % len(FITTED)]
        found.append((series, counts[series]))
        counts[series] += 1
    return [*found, *((TEST, number) for number in range(tests))]


def played(path: Path, wanted: Sequence[tuple[str, int]]) -> Iterator[Match]:
    """Yield games by series and number: those that the file holds, the others as they are played
    and added to it."""
    kept: dict[tuple[str, int], Match] = {}
    if path.exists():
        for line in path.read_text().splitlines():
            match = json.loads(line)
            kept[match["series"], match["number"]] = match
    with path.open("a") as file:
        for key in wanted:
            if key not in kept:
                kept[key] = play_match(*key)
                file.write(json.dumps(kept[key], separators=(",", ":")) + "\n")
                file.flush()
            yield kept[key]
