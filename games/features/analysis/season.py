"""The published season of bots: what the analyses of its games add up to, by strengths.

``python -m tests.bench.season GAMES --out games/features/analysis/season.json`` writes the figures.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from games.models.faces import FACES

FILE: Final = Path(__file__).with_name("season.json")
EIGHTIES: Final = 8
"""Which of ten bins has the chances from 80 to 90 in 100."""
LEAST: Final = 4
"""Rows of fewer games aren't shown: their errors are guesses."""


class Dice(NamedTuple):
    """What the dice did in the games of a pair of strengths."""

    names: str
    games: int
    of_a_shot: float
    """For the stronger side; between equals, for White."""
    error: float
    spread: float
    """Of the dice of a game."""
    explained: float
    """How much of the results the dice explain, in per cent."""
    luckier_won: float


class Turns(NamedTuple):
    """What the turns of a strength did against ``medium``."""

    name: str
    games: int
    choice: float
    error: float
    missed: float | None
    """A turn; ``None`` where better turns weren't searched in enough games."""
    missed_error: float


@cache
def figures() -> Mapping[str, Any]:
    """Return the figures as they were written."""
    content: Mapping[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return content


def dice() -> list[Dice]:
    """Return a row for each pair of strengths."""
    found = figures()
    return [
        Dice(
            " – ".join(FACES[strength].name for strength in pair.split(":")),
            row["games"],
            found["luck_of_a_roll"][pair]["mean"],
            found["luck_of_a_roll"][pair]["error"],
            row["spread"],
            100 * row["explained"],
            row["luckier_won"],
        )
        for pair, row in found["dice"].items()
        if row["games"] >= LEAST
    ]


class Lead(NamedTuple):
    """What became of leads of 80 to 90 in 100, between equals of a strength."""

    name: str
    off: float
    """In points: below nothing where fewer of them won than was said."""
    error: float


def leads() -> list[Lead]:
    """Return how well the chances fit each strength that played itself."""
    return [
        Lead(FACES[pair.partition(":")[0]].name, bins[EIGHTIES]["off"], bins[EIGHTIES]["error"])
        for pair, bins in figures()["bins_of"].items()
    ]


def turns() -> list[Turns]:
    """Return a row for each strength that played ``medium``."""
    found = figures()
    rows = []
    for strength, row in found["choice_against_medium"].items():
        missed = found["missed_against_medium"][strength]
        if row["games"] >= LEAST:
            is_known = missed["games"] >= LEAST
            rows.append(
                Turns(
                    FACES[strength].name,
                    row["games"],
                    row["mean"],
                    row["error"],
                    missed["mean"] if is_known else None,
                    missed["error"],
                )
            )
    return rows
