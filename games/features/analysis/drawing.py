"""The chart of a game's chance, as SVG: slopes for turns, steps for rolls, marks for shots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from games.features.analysis.totals import TurnMarks
from games.rules.contract import WHOLE

HEIGHT: Final = 160
WIDTH: Final = 320
TOP: Final = 16
EDGE: Final = 14
CROWDED: Final = 28
"""So near two labels lie over each other."""


@dataclass(frozen=True, slots=True)
class Point:
    """What is drawn of a turn besides the line."""

    turn: int
    outcome: str
    """``goal``, ``save``, ``block``, ``corner`` or ``mate``; ``loss`` for a turn that cost much."""
    x: float
    y: float
    label: str
    is_below: bool
    is_first: bool
    """Whether the side that is seen as the first played it."""


@dataclass(frozen=True, slots=True)
class Chart:
    """What the template draws; all places are in the units of its view box."""

    turns: str
    """The path of the line where turns moved it."""
    rolls: str
    """Its path where rolls and formations did."""
    area: str
    rounds: list[float]
    points: list[Point]
    width: int = WIDTH
    height: int = HEIGHT


def chart(
    start: int,
    marks: Sequence[TurnMarks],
    outcomes: Sequence[tuple[str, bool]],
    rounds: Sequence[int],
    *,
    turned: bool,
) -> Chart:
    """Return the chart as the first side sees it, or as the second where ``turned``.

    ``outcomes`` has for each turn what is marked of it and whether the first side played it;
    ``rounds`` the turns that begin a round.
    """
    step = (WIDTH - 2 * EDGE) / max(len(marks), 1)
    at = EDGE
    last = _height(start, turned)
    slopes, steps, outline = [f"M{at},{_n(last)}"], [], [(float(at), last)]
    points: list[Point] = []
    lines = []
    x = float(at)
    for one, (outcome, is_first) in zip(marks, outcomes, strict=True):
        if one.number in rounds[1:]:
            lines.append(round(x, 1))
        before, played, after = (
            _height(mark, turned) for mark in (one.before, one.played, one.after)
        )
        if before != last:
            steps.append(f"M{_n(x)},{_n(last)}V{_n(before)}")
            slopes.append(f"M{_n(x)},{_n(before)}")
            outline.append((x, before))
        x += step
        slopes.append(f"L{_n(x)},{_n(played)}")
        outline.append((x, played))
        if after != played:
            steps.append(f"M{_n(x)},{_n(played)}V{_n(after)}")
            slopes.append(f"M{_n(x)},{_n(after)}")
            outline.append((x, after))
        if outcome:
            label = f"{one.number}\u2032" if outcome in ("goal", "mate", "loss") else ""
            points.append(
                Point(
                    one.number,
                    outcome,
                    round(x, 1),
                    round(after, 1),
                    label,
                    after < HEIGHT / 2,
                    is_first is not turned,
                )
            )
        last = after
    points = [replace(one, label="") if _is_crowded(one, points) else one for one in points]
    area = "M" + "L".join(f"{_n(px)},{_n(py)}" for px, py in outline)
    area += f"V{HEIGHT - TOP}H{at}Z"
    return Chart("".join(slopes), "".join(steps), area, lines, points)


def _is_crowded(one: Point, points: Sequence[Point]) -> bool:
    """Return whether the label of a loss would lie over that of another mark."""
    others = (other.x for other in points if other.label and other is not one)
    return one.outcome == "loss" and any(abs(one.x - x) < CROWDED for x in others)


def _height(mark: int, turned: bool) -> float:
    """Return where a mark is drawn: the chance of the side that is seen as the first."""
    share = (WHOLE - mark if turned else mark) / WHOLE
    return HEIGHT - TOP - share * (HEIGHT - 2 * TOP)


def _n(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
