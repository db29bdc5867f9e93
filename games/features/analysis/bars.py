"""The sum as rows of bars: whole points that add up to the result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, permutations
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.features.analysis.totals import Totals, whole
from games.features.analysis.wording import signed
from games.rules.contract import POINT, WHOLE

ALWAYS: Final = ("start", "turns")
THINNEST: Final = 3.0
"""In per cent of a row: a bar that is narrower can't be seen."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A row: from where to where it runs, in per cent of its width."""

    kind: str
    label: str
    value: str
    x: float
    width: float
    is_loss: bool


class Bars(NamedTuple):
    """The rows, and what their scale says."""

    rows: list[Bar]
    marks: dict[int, float]
    """Where 0, 50 and 100 are, in per cent of the width."""


def bars(totals: Totals, *, turned: bool, has_dice: bool = True) -> Bars:
    """Return the rows as the first side sees them, or as the second where ``turned``.

    The dice are rounded as in the sentence, the others by the largest remainder, so the whole
    points add up as well.
    """
    parts = {
        "start": WHOLE - totals.start if turned else totals.start,
        "turns": totals.choices,
        "dice": totals.luck,
        "formations": totals.lineup,
        "acts": totals.acts,
        "end": totals.end,
    }
    if turned:
        parts = {kind: part if kind == "start" else -part for kind, part in parts.items()}
    total, luck = sum(parts.values()) // POINT, whole(parts.pop("dice"))
    points = dict(zip(parts, rounded(list(parts.values()), total - luck), strict=True))
    points = {"start": points.pop("start"), "turns": points.pop("turns"), "dice": luck, **points}
    always = (*ALWAYS, "dice") if has_dice else ALWAYS
    start, *rest = ((kind, n) for kind, n in points.items() if n or kind in always)
    # No chance is below 0 or above 100: parts that lead there come later, as far as they can.
    shown = dict(min(([start, *order] for order in permutations(rest)), key=_beyond))
    edges = [0, *accumulate(shown.values())]
    least, most = min(edges), max(*edges, 100)
    scale = 100 / (most - least)
    found = []
    at = 0
    for kind, n in shown.items():
        low = min(at, at + n)
        width = max(abs(n) * scale, THINNEST if n else 0)
        # A thin bar grows to the side to which it runs.
        x = (low - least) * scale if n > 0 else (at - least) * scale - width
        found.append(
            Bar(
                kind,
                label_of(kind),
                str(n) if kind == "start" else signed(n),
                round(min(max(x, 0), 100 - width), 2),
                round(width, 2),
                kind != "start" and n < 0,
            )
        )
        at += n
    return Bars(found, {n: round((n - least) * scale, 2) for n in (0, 50, 100)})


def _beyond(rows: Iterable[tuple[str, int]]) -> int:
    """Return how far rows in this order reach below 0 and above 100."""
    edges = list(accumulate(n for _, n in rows))
    return max(0, -min(edges)) + max(0, max(edges) - 100)


def rounded(parts: Sequence[int], total: int) -> list[int]:
    """Return hundredths in whole points with this sum, which is theirs to half a point."""
    floors = [part // POINT for part in parts]
    missing = total - sum(floors)
    by_rest = sorted(range(len(parts)), key=lambda i: (-(parts[i] % POINT), i))
    for index in by_rest[:missing]:
        floors[index] += 1
    return floors


def label_of(kind: str) -> str:
    """Return the name of a row."""
    return {
        "start": pgettext("analysis", "Start"),
        "turns": _("The turns"),
        "dice": _("Luck"),
        "formations": _("Formations"),
        "acts": _("Between turns"),
        "end": pgettext("analysis", "The end"),
    }[kind]
