"""Pools: what is compared with what. One for each game and pace, by correspondence and live."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from django.utils.translation import gettext as _

from games.clock.by_post import ByPost
from games.clock.clocks import clock_of
from games.clock.live import Live
from games.rules import registry
from games.rules.contract import Timed

if TYPE_CHECKING:
    from games.models import Game

POST: Final = ByPost.pace
LIVE: Final = Live.pace

ROBOTS: Final = {
    "eleven": {"easy": 800.0, "medium": 1180.0, "hard": 1660.0, "master": 1920.0},
    "standard": {"easy": 800.0, "medium": 1260.0, "hard": 1710.0},
    "future": {"easy": 800.0, "medium": 1150.0, "hard": 1450.0},
}
"""The fixed ratings of the house bots, from their measured matches: ``easy`` is set to 800, and
each stands 400·log₁₀(p/(1-p)) above the one below, of whose points it took the share p.

Chess Eleven 90, 94 and 81½ of 100, standard chess 93½ and 93 of 100, Future Chess 88 of 100 and 34
of 40: so few that its last figure is provisional, ±90. A game whose bots have not been measured so
is not rated against them; of games that more than two play none is rated."""


class Pool(NamedTuple):
    """A rule set and a pace, written ``eleven-post``."""

    ruleset: str
    pace: str = POST

    def __str__(self) -> str:
        return f"{self.ruleset}-{self.pace}"


def read_pool(text: str) -> Pool | None:
    """Return the pool of this name, or ``None`` if there is none."""
    ruleset, _dash, pace = text.rpartition("-")
    is_there = ruleset in rated_rulesets() and pace in _paces_of(ruleset)
    return Pool(ruleset, pace) if is_there else None


def pool_of(game: Game) -> Pool:
    """Return the pool in which a game counts; once switched to correspondence, it is that."""
    return Pool(game.ruleset, clock_of(game).pace)


def name_of(pool: Pool) -> str:
    """Return what people call a pool."""
    name = registry.get(pool.ruleset).name
    return name if pool.pace == POST else _("{game}, live").format(game=name)


def _paces_of(ruleset: str) -> tuple[str, ...]:
    return (POST, LIVE) if isinstance(registry.get(ruleset), Timed) else (POST,)


def rated_rulesets() -> list[str]:
    """Return the rule sets of which games can be rated: those that two people can play."""
    return [key for key in registry.all_keys() if len(registry.get(key).seats(_default(key))) == 2]


def all_pools() -> list[Pool]:
    """Return every pool, in the order of the games."""
    return [Pool(key, pace) for key in rated_rulesets() for pace in _paces_of(key)]


def _default(key: str) -> dict[str, object]:
    return dict(registry.get(key).check_options({}))


def weight_of(options: Mapping[str, Any]) -> float:
    """Return how much more a game under these terms shows than a single game does.

    A game to two goals is the measure; where no number of goals is agreed the weight is 1.
    """
    goals = options.get("goals_to_win")
    return sqrt(goals / 2) if isinstance(goals, int) else 1.0
