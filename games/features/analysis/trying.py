"""What a line is worth that someone tries on the analysis board of a finished game."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from typing import NamedTuple

from games.features.analysis.making import analysis_of, valuer_of
from games.features.analysis.searching import AS_GOOD
from games.models import Game
from games.play.walking import LineTurn, walk, walk_on


class Worth(NamedTuple):
    """The first side's marks where a line has led to."""

    mark: int
    played: int
    """Before the roll of its last turn."""
    is_as_good: bool
    """Whether it is one turn, and promises about as much as the best that is known there."""


def worth_of(game: Game, number: int, line: Sequence[LineTurn]) -> Worth:
    """Return what a line is worth that begins with the turn of this number.

    The game can have an analysis. Raises what ``walk`` raises.
    """
    before = walk(game, number, line[:-1])
    after = walk_on(game.ruleset, before, line[-1:])
    valuer = valuer_of(game)
    assert valuer is not None, "it can have an analysis"
    with closing(valuer):
        mark = valuer.mark(after.state)
        if not line:
            return Worth(mark, mark, is_as_good=False)
        played = valuer.played(before.state, line[-1].actions)
    turn = after.steps[-1].turn
    best = _best_at(game, number) if len(line) == 1 else None
    if best is None or turn is None:
        return Worth(mark, played, is_as_good=False)
    missed = best - played if turn.side == game.seats[0].side else played - best
    return Worth(mark, played, missed <= AS_GOOD)


def _best_at(game: Game, number: int) -> int | None:
    """Return the mark of the best turn in place of this one, if it was searched."""
    row = analysis_of(game)
    return row.best[number - 1] if row and 1 <= number <= len(row.best) else None
