"""What a value says and what came of it, with errors by games: positions of one game are alike."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

from games.rules.chess_eleven.value import Value
from games.rules.contract import POINT
from tests.bench.value.fitting import states_of
from tests.bench.value.playing import Match

BINS: Final = 10
LOSS_AT_MOST: Final = 0.60
POINTS_AT_MOST: Final = 3.0
ERRORS_AT_MOST: Final = 2.5
CHOICE_AT_MOST: Final = 1.0
SIDES_ERRORS_AT_MOST: Final = 3.0
GAMES_AT_LEAST: Final = 20
"""A bin of fewer games isn't judged: its error would be a guess itself."""

Said = Sequence[Sequence[tuple[float, float]]]
"""By game, what was said and what came of it at each turn."""


def mean(sums: Sequence[float], counts: Sequence[float]) -> tuple[float, float]:
    """Return a mean over all and its standard error, from the sum and the count of each game."""
    total = sum(counts)
    if not total:
        return 0.0, 0.0
    found = sum(sums) / total
    off = sum((s - found * n) ** 2 for s, n in zip(sums, counts, strict=True))
    return found, math.sqrt(off) / total


def losses(said: Said) -> tuple[list[float], list[int]]:
    """Return the sum of the log losses of each game, and its turns."""
    sums = []
    for game in said:
        total = 0.0
        for chance, was in game:
            kept = min(max(chance, 1e-6), 1 - 1e-6)
            total -= was * math.log(kept) + (1 - was) * math.log(1 - kept)
        sums.append(total)
    return sums, [len(game) for game in said]


def bins(said: Said) -> list[dict[str, float]]:
    """Return ten bins of equal width: games, turns, and by how much more it was than was said."""
    found = []
    for number in range(BINS):
        sums, counts = [], []
        for game in said:
            here = [was - c for c, was in game if min(int(c * BINS), BINS - 1) == number]
            sums.append(100 * sum(here))
            counts.append(len(here))
        off, error = mean(sums, counts)
        games = sum(1 for count in counts if count)
        found.append(
            {"games": games, "turns": sum(counts), "off": round(off, 2), "error": round(error, 2)}
        )
    return found


def choices(value: Value, matches: Sequence[Match]) -> dict[str, float]:
    """Return the choice of a turn in points, and by how much White's is more than Black's."""
    sums, counts, differences = [], [], []
    for match in matches:
        by_side = [0.0, 0.0]
        turns = 0
        for state, actions, _round in states_of(match):
            assert state.position is not None
            side = state.position.side
            change = (value.played(state, actions.split()) - value.mark(state)) / POINT
            by_side[side] += -change if side else change
            turns += 1
        sums.append(sum(by_side))
        counts.append(turns)
        differences.append(by_side[0] - by_side[1])
    a_turn, error = mean(sums, counts)
    apart, apart_error = mean(differences, [1] * len(differences))
    return {
        "a_turn": round(a_turn, 3),
        "a_turn_error": round(error, 3),
        "sides_apart": round(apart, 2),
        "sides_apart_error": round(apart_error, 2),
    }


def gain(before: Said, after: Said) -> tuple[float, float]:
    """Return by how much the log loss fell, and its error: both of the same turns."""
    (old, counts), (new, _) = losses(before), losses(after)
    return mean([a - b for a, b in zip(old, new, strict=True)], counts)


def report(value: Value, matches: Sequence[Match], said: Said) -> dict[str, Any]:
    """Return what the file says of the test."""
    loss, error = mean(*losses(said))

    def of(pair: str) -> list[Sequence[tuple[float, float]]]:
        return [one for one, match in zip(said, matches, strict=True) if match["pair"] == pair]

    return {
        "games": len(matches),
        "turns": sum(len(one) for one in said),
        "log_loss": round(loss, 4),
        "log_loss_error": round(error, 4),
        "bins": bins(said),
        "bins_of_medium": bins(of("medium")),
        "bins_of_hard": bins(of("hard")),
        "choice_of_medium": choices(value, [one for one in matches if one["pair"] == "medium"]),
    }


def missed_marks(found: dict[str, Any]) -> list[str]:
    """Return which of the marks, fixed before the data, a report misses."""
    missed = []
    if found["log_loss"] > LOSS_AT_MOST:
        missed.append(f"log loss {found['log_loss']}")
    for number, one in enumerate(found["bins"]):
        off = abs(one["off"])
        if one["games"] < GAMES_AT_LEAST:
            continue
        if off > POINTS_AT_MOST and off > ERRORS_AT_MOST * one["error"]:
            missed.append(f"bin {number}: {one['off']} with an error of {one['error']}")
    choice = found["choice_of_medium"]
    if abs(choice["a_turn"]) > CHOICE_AT_MOST:
        missed.append(f"choice a turn {choice['a_turn']}")
    if abs(choice["sides_apart"]) > SIDES_ERRORS_AT_MOST * choice["sides_apart_error"]:
        missed.append(f"sides apart {choice['sides_apart']}")
    return missed
