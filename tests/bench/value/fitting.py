"""Fitting by logistic regression with a ridge, in plain Python: the same bytes on any machine."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Final

from games.rules.chess_eleven.leaf import FEATURES, features_of, kind_of
from games.rules.chess_eleven.match import State
from games.rules.chess_eleven.notation import SIDES, read_position
from games.rules.chess_eleven.stalls import Stalls
from games.rules.chess_eleven.value import Numbers, Rounds, Value
from tests.bench.value.playing import GOALS_TO_WIN, Match, Round

RIDGE: Final = 1.0
STEPS: Final = 12
GOAL, MATE, DROP_BALL = "goal", "checkmate", "drop_ball"
NO_MAP: Final = (0.0, 1.0, 1.0)
MAPPED_TURN: Final = 3
"""Every third turn is looked at for the map: turns that follow each other are alike."""

Row = tuple[float, ...]


def logistic(rows: Sequence[Row], labels: Sequence[float], ridge: float) -> list[float]:
    """Return the weights by Newton's method. The first column is the constant, without a ridge."""
    size = len(rows[0])
    weights = [0.0] * size
    for _ in range(STEPS):
        gradient = [-ridge * weight for weight in weights]
        gradient[0] = 0.0
        matrix = [[ridge if i == j and i else 0.0 for j in range(size)] for i in range(size)]
        for row, label in zip(rows, labels, strict=True):
            odds = sum(w * x for w, x in zip(weights, row, strict=True))
            chance = 1 / (1 + math.exp(-odds))
            off, spread = label - chance, chance * (1 - chance)
            for i, x in enumerate(row):
                gradient[i] += off * x
                line, weighed = matrix[i], spread * x
                for j in range(i + 1):
                    line[j] += weighed * row[j]
        for i in range(size):
            for j in range(i + 1, size):
                matrix[i][j] = matrix[j][i]
        step = _solve(matrix, gradient)
        weights = [w + d for w, d in zip(weights, step, strict=True)]
    return weights


def _solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Return the solution of linear equations, by elimination."""
    size = len(right)
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda k: abs(rows[k][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for k in range(i + 1, size):
            factor = rows[k][i] / rows[i][i]
            for j in range(i, size + 1):
                rows[k][j] -= factor * rows[i][j]
    found = [0.0] * size
    for i in reversed(range(size)):
        rest = rows[i][size] - sum(rows[i][j] * found[j] for j in range(i + 1, size))
        found[i] = rest / rows[i][i]
    return found


def fit_weights(matches: Iterable[Match]) -> Numbers:
    """Return the numbers without a map."""
    rows: dict[str, list[Row]] = {kind: [] for kind in FEATURES}
    labels: dict[str, list[float]] = {kind: [] for kind in FEATURES}
    ended = {True: [0, 0], False: [0, 0]}
    table: list[tuple[bool, str, bool]] = []
    for match in matches:
        for number, one in enumerate(match["rounds"]):
            reason, side = one["ended"]
            scorer = None if side is None else SIDES.index(side)
            table.append((number == 0, reason, scorer == one["kicks_off"]))
            for text, _actions in one["turns"]:
                position = read_position(text)
                kind, is_own = kind_of(position), scorer == position.side
                rows[kind].append(features_of(position))
                labels[kind].append(0.5 if scorer is None else float(is_own))
                if scorer is not None:
                    ended[is_own][reason == MATE] += 1
    leaf = {kind: _rounded(logistic(rows[kind], labels[kind], RIDGE)) for kind in FEATURES}
    own, other = (_share(ended[is_own][1], sum(ended[is_own])) for is_own in (True, False))
    return Numbers(_rounds(table), leaf, (own, other), NO_MAP)


def _rounds(table: Sequence[tuple[bool, str, bool]]) -> Rounds:
    """Return how rounds end: each says if it was the first, how it ended, and if the kick-off
    side won it."""
    decided = [one for one in table if one[1] != DROP_BALL]

    def wins(*, is_first: bool) -> float:
        found = [by_kicker for first, _, by_kicker in decided if first == is_first]
        return _share(sum(found), len(found))

    def mates(*, by_kicker: bool) -> float:
        found = [reason == MATE for _, reason, by in decided if by == by_kicker]
        return _share(sum(found), len(found))

    return Rounds(
        first=wins(is_first=True),
        later=wins(is_first=False),
        mates=mates(by_kicker=True),
        mates_against=mates(by_kicker=False),
        drop_balls=_share(len(table) - len(decided), len(table)),
    )


def fit(matches: Sequence[Match]) -> Numbers:
    """Return the numbers: the weights by all games, the map by looks at games that were not used.

    For the map each half of the games is looked at with the weights that the other half gives.
    """
    looks: list[tuple[float, float]] = []
    for half in (0, 1):
        value = Value(fit_weights(matches[1 - half :: 2]))
        for match in matches[half::2]:
            looks += said_and_was(value, match, MAPPED_TURN)
    return fit_weights(matches)._replace(map=fit_map(looks))


def fit_map(looks: Iterable[tuple[float, float]]) -> tuple[float, float, float]:
    """Return the map, from chances before it and what came of them."""
    pairs = [(look, was) for look, was in looks if 0 < look < 1]
    rows = [(1.0, math.log(look), -math.log(1 - look)) for look, _ in pairs]
    shift, own, other = _rounded(logistic(rows, [was for _, was in pairs], 0.0))
    return shift, own, other


def states_of(match: Match) -> Iterable[tuple[State, str, Round]]:
    """Yield the state in which each turn was played, its actions and its round."""
    drop_balls = in_a_row = 0
    for number, one in enumerate(match["rounds"], 1):
        white, black = one["score"]
        for text, actions in one["turns"]:
            state = State(
                GOALS_TO_WIN,
                (white, black),
                number,
                one["kicks_off"],
                ready=(True, True),
                position=read_position(text),
                stalls=Stalls({}, drop_balls, in_a_row),
            )
            yield state, actions, one
        is_drop = one["ended"][0] == DROP_BALL
        drop_balls, in_a_row = drop_balls + is_drop, in_a_row + 1 if is_drop else 0


def said_and_was(value: Value, match: Match, every: int = 1) -> list[tuple[float, float]]:
    """Return for each turn of a game the chance of the side to play, and what came of it.

    With ``every`` it is each turn of so many.
    """
    found = []
    for state, _actions, _round in islice(states_of(match), 0, None, every):
        assert state.position is not None
        winner = match["winner"]
        was = 0.5 if winner is None else float(winner == state.position.side)
        found.append((value.chance(state), was))
    return found


def _share(part: float, whole: float) -> float:
    return round(part / whole, 4) if whole else 0.0


def _rounded(weights: Sequence[float]) -> tuple[float, ...]:
    return tuple(round(weight, 4) for weight in weights)
