"""What your analysed games against people add up to: the dice and the turns, with their errors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Final, NamedTuple

from django.db.models import Exists, OuterRef

from games.features.analysis.models import Analysis
from games.features.analysis.totals import Totals
from games.models import Game, Player
from games.rules.contract import POINT

MOST: Final = 50
LEAST: Final = 20
"""So many games are needed: of fewer the errors are guesses themselves."""
ERRORS: Final = 2
"""Beyond so many errors a figure isn't taken for chance."""


class Mean(NamedTuple):
    """Points of a game, and the standard error."""

    points: float
    error: float

    @property
    def is_chance(self) -> bool:
        """Whether it is near enough to nothing to be chance."""
        return abs(self.points) <= ERRORS * self.error


class Figures(NamedTuple):
    """The newest games of a person by one version of the value."""

    games: int
    value: str
    """The version; empty without games."""
    dice: Mean | None = None
    turns: Mean | None = None
    """The choice of their turns less that of the other side's."""


def figures_of(user_id: int) -> Figures:
    """Return what the newest analysed games of a person have in common.

    Versions never mix: it is the newest that has enough games, or the newest of all.
    """
    seats = Player.objects.filter(game=OuterRef("game"))
    rows = Analysis.objects.filter(
        Exists(seats.filter(user=user_id)),
        ~Exists(seats.filter(user__is_bot=True)),
        status__in=Analysis.THERE,
    )
    counts = Counter(rows.values_list("value_version", flat=True))
    if not counts:
        return Figures(0, "")
    version = max(counts, key=lambda one: (counts[one] >= LEAST, int(one.partition("-")[0])))
    newest = rows.filter(value_version=version).order_by("-game__finished_at")[:MOST]
    games = Game.objects.with_seats().in_bulk(newest.values_list("game", flat=True))
    if len(games) < LEAST:
        return Figures(len(games), version)
    dice, turns = [], []
    for row in newest:
        totals = Totals.read(row.totals or {})
        is_first = games[row.game_id].seats[0].user_id == user_id
        sign = 1 if is_first else -1
        dice.append(sign * totals.luck / POINT)
        turns.append(sign * totals.choices / POINT)
    return Figures(len(games), version, _mean(dice), _mean(turns))


def _mean(points: Sequence[float]) -> Mean:
    return Mean(fmean(points), stdev(points) / sqrt(len(points)))
