"""What your analysed games against people add up to: the dice and the turns, with their errors."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import fmean, stdev
from types import MappingProxyType
from typing import Final, NamedTuple

from django.db.models import Exists, OuterRef

from games.features.analysis.models import Analysis
from games.features.analysis.totals import Totals
from games.features.analysis.valuers import ENDGAME, MIDDLEGAME, OPENING
from games.models import Game, Player
from games.rules import registry
from games.rules.contract import POINT
from games.rules.standard.rule_set import STANDARD

MOST: Final = 50
LEAST: Final = 20
"""So many games are needed: of fewer the errors are guesses themselves."""
LEAST_OF_A_KIND: Final = 5
"""So many games need the figures by phase and by the opponent's rating."""
APART: Final = 100
"""So far apart in rating an opponent isn't as strong as you any more."""
STRONGER, EQUAL, WEAKER = "stronger", "equal", "weaker"
OPPONENTS: Final = (STRONGER, EQUAL, WEAKER)
PHASES: Final = {
    registry.DEFAULT: ("kickoff", "with_ball", "without", "corner"),
    STANDARD.key: (OPENING, MIDDLEGAME, ENDGAME),
}
"""Those of each game that can have an analysis."""
ERRORS: Final = 2
"""Beyond so many errors a figure isn't taken for chance."""


class Mean(NamedTuple):
    """Points of a game, and the standard error."""

    points: float
    error: float
    games: int = 0

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
    """``None`` in a game without dice, too."""
    turns: Mean | None = None
    """The choice of their turns less that of the other side's."""
    phases: Mapping[str, Mean] = MappingProxyType({})
    """The same by the phases of the turns; all of them add up to it."""
    opponents: Mapping[str, Mean] = MappingProxyType({})
    """The same in rated games, by how strong the other side was beside them."""


def figures_of(user_id: int, ruleset: str = registry.DEFAULT) -> Figures:
    """Return what the newest analysed games of a person have in common.

    Versions never mix: it is the newest that has enough games, or the newest of all.
    """
    seats = Player.objects.filter(game=OuterRef("game"))
    rows = Analysis.objects.filter(
        Exists(seats.filter(user=user_id)),
        ~Exists(seats.filter(user__is_bot=True)),
        game__ruleset=ruleset,
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
    phases: dict[str, list[float]] = defaultdict(list)
    opponents: dict[str, list[float]] = defaultdict(list)
    for row in newest:
        totals = Totals.read(row.totals or {})
        first, second = games[row.game_id].seats
        sign = 1 if first.user_id == user_id else -1
        dice.append(sign * totals.luck / POINT)
        turns.append(sign * totals.choices / POINT)
        for phase in PHASES[ruleset] if totals.phases else ():
            own, other = totals.phases.get(phase, (0, 0))
            phases[phase].append(sign * (own - other) / POINT)
        if first.rating is not None and second.rating is not None:
            ahead = sign * (second.rating - first.rating)
            opponents[_beside(ahead)].append(turns[-1])
    return Figures(
        len(games),
        version,
        _mean(dice) if registry.get(ruleset).has_chance else None,
        _mean(turns),
        _means(phases, PHASES[ruleset]),
        _means(opponents, OPPONENTS),
    )


def _beside(ahead: int) -> str:
    """Return how strong an opponent is who is rated so much higher."""
    if abs(ahead) < APART:
        return EQUAL
    return STRONGER if ahead > 0 else WEAKER


def _means(found: Mapping[str, Sequence[float]], order: Sequence[str]) -> dict[str, Mean]:
    """Return the means of those of enough games, in this order."""
    return {
        name: _mean(found[name]) for name in order if len(found.get(name, ())) >= LEAST_OF_A_KIND
    }


def _mean(points: Sequence[float]) -> Mean:
    return Mean(fmean(points), stdev(points) / sqrt(len(points)), len(points))
