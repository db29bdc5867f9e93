"""The chart of a game's chance, as SVG: slopes for turns, steps for rolls, marks for shots."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from games.features.analysis.totals import TurnMarks
from games.rules.contract import WHOLE

HEIGHT: Final = 160
WIDTH: Final = 320
TOP: Final = 16
EDGE: Final = 14
SIGN: Final = 8
"""How far a sign reaches from its middle, with the gap around it."""
LETTER, LINE = 8, 14
"""The size of a letter of a label, and how high it is."""
RANKS: Final = {"goal": 0, "mate": 0, "loss": 2}
"""Which signs keep their places where two would lie over each other: the lowest, then the first."""
NAME: Final = 72
"""As wide a name at the upper or lower edge is taken to be."""

Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""


@dataclass(frozen=True, slots=True)
class Point:
    """What is drawn of a turn besides the line."""

    turn: int
    outcome: str
    """``goal``, ``save``, ``block``, ``corner`` or ``mate``; ``loss`` for a turn that cost much."""
    x: float
    y: float
    is_first: bool
    """Whether the side that is seen as the first played it."""
    label: str = ""
    label_x: float = 0
    """Where the middle of the label is."""
    label_y: float = 0
    """Where its letters stand."""


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
    edge: int = EDGE
    """Where the line begins, and how far from the right it ends."""


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
            points.append(
                Point(one.number, outcome, round(x, 1), round(after, 1), is_first is not turned)
            )
        last = after
    points = _label(_spread(points), outline)
    area = "M" + "L".join(f"{_n(px)},{_n(py)}" for px, py in outline)
    area += f"V{HEIGHT - TOP}H{at}Z"
    return Chart("".join(slopes), "".join(steps), area, lines, points)


def _spread(points: Sequence[Point]) -> list[Point]:
    """Return the signs, up or down from the line where they would lie over others."""
    placed: list[Point] = []
    for one in sorted(points, key=lambda one: (RANKS.get(one.outcome, 1), one.turn)):
        taken = [_around(other) for other in placed if abs(other.x - one.x) < 2 * SIGN]
        moved = (replace(one, y=round(one.y + away, 1)) for away in _aways())
        free = (at for at in moved if _is_within(_around(at)) and not _over(_around(at), taken))
        placed.append(next(free, one))
    return sorted(placed, key=lambda one: one.turn)


def _aways() -> Iterator[int]:
    """Yield how far to look for a free place, the nearest first."""
    for away in range(0, HEIGHT // 4, 2):
        yield away
        yield -away


def _label(points: Sequence[Point], outline: Sequence[tuple[float, float]]) -> list[Point]:
    """Return the signs with the numbers of goals, mates and losses where they lie over nothing.

    A loss without such a place gets none, a goal the place where its number hides least.
    """
    taken = [_around(one) for one in points]
    taken += [(0, 0, NAME, LINE), (0, HEIGHT - LINE, NAME, HEIGHT)]
    labelled = {}
    for one in sorted(points, key=lambda one: (RANKS.get(one.outcome, 1), one.turn)):
        if one.outcome not in ("goal", "mate", "loss"):
            continue
        label = f"{one.turn}\u2032"
        places = filter(_is_within, _places(one, LETTER * len(label)))
        at = min(places, key=lambda box: (_over(box, taken), _crossed(box, outline)))
        if one.outcome == "loss" and _over(at, taken):
            continue
        taken.append(at)
        left, _, right, bottom = at
        labelled[one.turn] = replace(
            one, label=label, label_x=round((left + right) / 2, 1), label_y=round(bottom - 3, 1)
        )
    return [labelled.get(one.turn, one) for one in points]


def _places(one: Point, width: int) -> Iterator[Box]:
    """Yield where a label may be: away from the chart's middle, at the sides, or towards it."""
    up, down = one.y - SIGN - LINE, one.y + SIGN
    outward, inward = (up, down) if one.y < HEIGHT / 2 else (down, up)
    level = one.y - LINE / 2
    left, right, centre = one.x - SIGN - width, one.x + SIGN, one.x - width / 2
    farther = inward + (inward - one.y)
    for x, y in (
        (centre, outward),
        (left, level),
        (right, level),
        (centre, inward),
        (left, inward),
        (centre, farther),
    ):
        yield (x, y, x + width, y + LINE)


def _around(one: Point) -> Box:
    return (one.x - SIGN, one.y - SIGN, one.x + SIGN, one.y + SIGN)


def _is_within(box: Box) -> bool:
    left, top, right, bottom = box
    return left >= 0 and top >= 0 and right <= WIDTH and bottom <= HEIGHT


def _over(box: Box, others: Iterable[Box]) -> int:
    """Return how many others a box lies over."""
    left, top, right, bottom = box
    return sum(
        left < other_right and other_left < right and top < other_bottom and other_top < bottom
        for other_left, other_top, other_right, other_bottom in others
    )


def _crossed(box: Box, outline: Iterable[tuple[float, float]]) -> int:
    """Return how many corners of the line are in a box."""
    left, top, right, bottom = box
    return sum(left < x < right and top < y < bottom for x, y in outline)


def _height(mark: int, turned: bool) -> float:
    """Return where a mark is drawn: the chance of the side that is seen as the first."""
    share = (WHOLE - mark if turned else mark) / WHOLE
    return HEIGHT - TOP - share * (HEIGHT - 2 * TOP)


def _n(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
