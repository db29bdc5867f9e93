"""The twelve badges, as data: what each is called and what it is given for."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

STEADY_GAMES: Final = 50
"""Games in a row without a missed deadline."""
HAT_TRICK: Final = 3
FEW_EXPECTED: Final = 0.5
"""Shots worth less than so many goals have won a game against the odds."""
HIGHER: Final = 200
"""So many points above yourself someone is a giant."""
STRONG: Final = ("hard", "master")
"""The strengths of house bots that are worth a badge."""
KINDS_OF_GAMES: Final = ("eleven", "standard", "future", "family")
"""What an all-rounder has played; a game that comes later takes no badge away."""


class Kind(NamedTuple):
    """A badge."""

    key: str
    name: str | Promise
    text: str | Promise


KINDS: Final = (
    Kind("first_win", gettext_lazy("First win"), gettext_lazy("Won a game.")),
    Kind("first_goal", gettext_lazy("First goal"), gettext_lazy("Scored a goal.")),
    Kind("first_mate", gettext_lazy("First mate"), gettext_lazy("Gave checkmate.")),
    Kind(
        "corner_mate",
        gettext_lazy("Mate from a corner"),
        gettext_lazy("Gave checkmate from a corner."),
    ),
    Kind("hat_trick", gettext_lazy("Hat-trick"), gettext_lazy("Scored three goals in one game.")),
    Kind(
        "clean_sheet",
        gettext_lazy("Clean sheet"),
        gettext_lazy("Won a game on goals without conceding."),
    ),
    Kind(
        "comeback",
        gettext_lazy("Comeback"),
        gettext_lazy("Won on goals from 0–1 down."),
    ),
    Kind(
        "ice_cold",
        gettext_lazy("Ice cold"),
        gettext_lazy("Won a game with shots that were unlikely to score."),
    ),
    Kind(
        "giant_killer",
        gettext_lazy("Giant-killer"),
        gettext_lazy("Won a rated game against someone 200 points higher."),
    ),
    Kind(
        "robot_tamer",
        gettext_lazy("Bot tamer"),
        gettext_lazy("Beat a strong house bot."),
    ),
    Kind(
        "all_rounder",
        gettext_lazy("All-rounder"),
        gettext_lazy("Finished a game of every kind."),
    ),
    Kind(
        "steady",
        gettext_lazy("Always there"),
        gettext_lazy("Played 50 games in a row without a missed deadline."),
    ),
)
KEYS: Final = tuple(kind.key for kind in KINDS)
