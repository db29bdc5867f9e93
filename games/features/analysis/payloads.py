"""The analysis as plain data, for the API, the export and the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.features.analysis import shapes
from games.features.analysis.figures import Figures, Mean
from games.features.analysis.making import ahead_of, marks_of
from games.features.analysis.models import Analysis
from games.features.analysis.searching import Miss, misses_of_turns, turning_points
from games.features.analysis.totals import Totals, TurnMarks, marks_of_turns
from games.models import Game, Turn
from games.play.shooting import chances_of
from games.rules.contract import POINT
from games.store import selectors

MOST_STROKES: Final = 3
STROKE: Final = 5 * POINT
"""From so much on a roll is a turning point."""


def analysis_payload(row: Analysis, game: Game, *, with_turns: bool = True) -> shapes.Analysis:
    """Return an analysis whose marks are all there."""
    assert row.totals is not None, "it is summed"
    totals = Totals.read(row.totals)
    first, second = (seat.side for seat in game.seats)
    luck = (totals.luck, -totals.luck)
    marks = list(marks_of_turns(marks_of(row)))
    turns = list(selectors.turns_of(game.pk))
    missed = misses_of_turns(row, marks, [int(turn.side != first) for turn in turns])
    shown: shapes.Analysis = {
        "game": game.pk,
        "status": row.status,
        "value": row.value_version,
        "rules_version": row.rules_version,
        "unit": "points",
        "searched_to": len(row.best),
        "start": points(totals.start),
        "result": points(totals.result),
        "totals": {
            side: {
                "choice": points(totals.choice[index]),
                "luck": points(luck[index]),
                "missed": _missed_by(index, missed),
                "turns": totals.turns[index],
            }
            for index, side in enumerate((first, second))
        },
        "choice": points(totals.choices),
        "lineup": points(totals.lineup),
        "acts": points(totals.acts),
        "end": {"points": points(totals.end), "reason": game.reason} if totals.end else None,
        "alone": {first: totals.alone, second: 100 - totals.alone},
    }
    if with_turns:
        shown["turns"] = [
            turn_payload(one, turn, game, miss, is_first=turn.side == first)
            for one, turn, miss in zip(marks, turns, missed, strict=True)
        ]
        shown["turning_points"] = {
            "choice": {
                side: [one.turn for one in turning_points(row, missed) if one.mover == index]
                for index, side in enumerate((first, second))
            },
            "luck": [one.number for one in strokes(marks)],
        }
    return shown


def _missed_by(mover: int, found: Sequence[Miss | None]) -> float | None:
    own = [one.missed for one in found if one is not None and one.mover == mover]
    return points(sum(own)) if own else None


def turn_payload(
    one: TurnMarks, turn: Turn, game: Game, miss: Miss | None, *, is_first: bool
) -> shapes.AnalysisTurn:
    """Return the marks of a turn."""
    sign = 1 if is_first else -1
    return {
        "number": one.number,
        "round": turn.round,
        "side": turn.side,
        "before": points(one.before),
        "played": points(one.played),
        "after": points(one.after),
        "choice": points(sign * one.change),
        "luck": points(sign * one.luck),
        "missed": points(miss.missed) if miss else None,
        "best": miss.actions if miss else None,
        "shot": shot_of(turn, game),
    }


def shot_of(turn: Turn, game: Game) -> shapes.AnalysisShot | None:
    """Return the shot of a turn, if it had one that a roll decided."""
    chances = chances_of(game, turn)
    if chances is None:
        return None
    outcome = turn.actions[-1].partition("=")[2].partition("@")[0]
    return {"goal": chances["goal"], "outcome": outcome}


def strokes(marks: Sequence[TurnMarks]) -> list[TurnMarks]:
    """Return the largest strokes of luck, in the order of the game."""
    large = [one for one in marks if abs(one.luck) >= STROKE]
    largest = sorted(large, key=lambda one: (-abs(one.luck), one.number))[:MOST_STROKES]
    return sorted(largest, key=lambda one: one.number)


def waiting_payload(row: Analysis) -> shapes.AnalysisWaiting:
    """Return an analysis that isn't there yet."""
    return {"game": row.game_id, "status": row.status, "ahead": ahead_of(row)}


def figures_payload(figures: Figures) -> shapes.AnalysisFigures:
    """Return what a person's games have in common."""
    return {
        "games": figures.games,
        "value": figures.value,
        "unit": "points",
        "dice": _mean_payload(figures.dice),
        "turns": _mean_payload(figures.turns),
        "phases": {phase: _of_some(mean) for phase, mean in figures.phases.items()},
        "opponents": {kind: _of_some(mean) for kind, mean in figures.opponents.items()},
    }


def _mean_payload(mean: Mean | None) -> shapes.MeanPoints | None:
    return mean and _points_of(mean)


def _of_some(mean: Mean) -> shapes.MeanOfSome:
    return {"games": mean.games, **_points_of(mean)}


def _points_of(mean: Mean) -> shapes.MeanPoints:
    return {"points": round(mean.points, 2), "error": round(mean.error, 2)}


def points(mark: int) -> float:
    """Return a mark in points, with its two places."""
    return mark / POINT
