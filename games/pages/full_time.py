"""Full time: who won, who scored, and what the shots were worth."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.models import Challenge, Turn
from games.play.shooting import expected_goals
from games.rules import registry
from games.rules.contract import Shooting
from games.shown.point_of_view import PointOfView
from games.store import selectors


@dataclass(frozen=True, slots=True)
class Scorer:
    """Somebody who scored, and the turn in which they did."""

    turn: int
    who: str
    is_mate: bool


@dataclass(frozen=True, slots=True)
class Figure:
    """One number of a match for both sides, the reader's first."""

    label: str
    first: float
    second: float

    @property
    def whole(self) -> float:
        """Both together, or one where there is nothing: how long its bar is."""
        return self.first + self.second or 1

    @property
    def is_empty(self) -> bool:
        return not self.first and not self.second


@dataclass(slots=True)
class FullTime:
    """How a match ended, large, and its figures where its rules tell any."""

    word: str
    mood: str
    winner: str | None = None
    """The side that won: its kit dresses the word."""
    scorers: list[list[Scorer]] = field(default_factory=list)
    """Those of the side that comes first, and those of the other."""
    figures: list[Figure] = field(default_factory=list)
    goals: list[Turn] = field(default_factory=list)
    """The turns that scored, to be played again."""


def full_time(view: PointOfView) -> FullTime | None:
    """Return how a finished match ended; ``None`` for one that goes on or has no result."""
    game = view.game
    if game.is_active or not game.ranking:
        return None
    if game.winner is None:
        told = FullTime(pgettext("full time", "Draw"), "even")
    elif view.side is None:
        told = FullTime(
            _("{name} won").format(name=view.usernames[game.winner]), "good", game.winner
        )
    elif game.winner == view.side:
        told = FullTime(pgettext("full time", "Won"), "good", game.winner)
    else:
        told = FullTime(pgettext("full time", "Lost"), "bad", game.winner)
    shooting = registry.find(game.ruleset, game.rules_version).shooting
    if shooting is not None:
        _count(told, view, shooting)
    return told


def _count(told: FullTime, view: PointOfView, shooting: Shooting) -> None:
    """Read the figures out of all turns."""
    sides = [seat.side for seat in view.seats]
    counted: dict[str, Counter[str]] = {side: Counter() for side in sides}
    scorers: dict[str, list[Scorer]] = {side: [] for side in sides}
    for turn in selectors.turns_shown(view.game):
        added = shooting.figures(turn.happenings)
        counted[turn.side].update(added)
        if "goals" in added or "mates" in added:
            who = shooting.scorer(turn.position_before, turn.actions)
            scorers[turn.side].append(Scorer(turn.number, who, "mates" in added))
            told.goals.append(turn)
    told.scorers = [scorers[side] for side in sides]
    first, second = (counted[side] for side in sides)
    told.figures = [
        Figure(_("Shots"), first["shots"], second["shots"]),
        # A save is the king's of the other side.
        Figure(_("Saves by the king"), second["saved"], first["saved"]),
        Figure(_("Corners"), first["corners"], second["corners"]),
    ]
    if expected := expected_goals(view.game):
        told.figures.append(Figure(_("Expected goals"), *(expected[side] for side in sides)))


def rematch_of(view: PointOfView) -> Challenge | None:
    """Return the rematch that was offered or agreed on, for its page to go on with."""
    if view.you is None or view.game.is_active:
        return None
    standing = (Challenge.Status.OPEN, Challenge.Status.ACCEPTED)
    return Challenge.objects.filter(rematch_of=view.game.pk, status__in=standing).first()
