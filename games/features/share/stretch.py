"""A stretch of a game: its turns, and what there is to say about them to strangers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from accounts.names import DELETED_PREFIX
from config.http.errors.refusals import invalid_parameter
from games.models import Game, Turn
from games.refusals import NotFound
from games.rules import registry
from games.rules.contract import Side
from games.rules.text import score_text
from games.shown.scores import Score, scores_around
from games.store import selectors

MOST_TURNS: Final = 11
"""Of a clip: with the board before them they make twelve pictures."""
USUAL_TURNS: Final = 3

_RANGE: Final = re.compile(r"([1-9][0-9]{0,8})(?:-([1-9][0-9]{0,8}))?")


class Stretch(NamedTuple):
    """Some turns of a game in order, and the score before and after each of them."""

    turns: list[Turn]
    scores: list[Score | None]
    """One more than turns; ``None`` where nothing is counted."""

    @property
    def numbers(self) -> str:
        """The first and last turn as an address has them: ``31-33``."""
        return f"{self.turns[0].number}-{self.turns[-1].number}"


def find_stretch(game: Game, text: str | None) -> Stretch:
    """Return the turns that a client asked for, or the newest; raises refusals."""
    if text is None:
        last = game.next_turn - 1
        first = max(last - USUAL_TURNS + 1, 1)
    else:
        first, last = _read(text)
    turns = list(selectors.turns_shown(game, after=first - 1).filter(number__lte=last))
    if not turns or len(turns) != last - first + 1:
        raise NotFound(_("These turns don't exist."))
    return stretch_of(game, turns)


def _read(text: str) -> tuple[int, int]:
    """Return the first and last turn of ``31-33`` or ``31``; raise the 400 for anything else."""
    found = _RANGE.fullmatch(text)
    if found is None or int(found[2] or found[1]) < int(found[1]):
        raise invalid_parameter(
            "turns", "malformed", _("Write turns as 31-33, or a single one as 31.")
        )
    first, last = int(found[1]), int(found[2] or found[1])
    if last - first >= MOST_TURNS:
        raise invalid_parameter(
            "turns", "too_long", _("Choose at most {most} turns.").format(most=MOST_TURNS)
        )
    return first, last


def stretch_of(game: Game, turns: Sequence[Turn]) -> Stretch:
    """Return turns that follow each other, with the score around each."""
    return Stretch(list(turns), scores_around(game, turns))


def goal_turns(game: Game) -> list[Turn]:
    """Return the turns that scored, in order; empty in a game without goals."""
    shooting = registry.find(game.ruleset, game.rules_version).shooting
    if shooting is None:
        return []
    ends = selectors.turns_shown(game).filter(position_after=None)
    return [turn for turn in ends if {"goals", "mates"} & shooting.figures(turn.happenings).keys()]


# --- words ------------------------------------------------------------------------------------


def names_of(game: Game) -> dict[Side, str]:
    """Return what strangers call the players; who deleted their account has no name."""
    return {
        seat.side: _("nameless") if seat.username.startswith(DELETED_PREFIX) else seat.called
        for seat in game.seats
    }


def headline_of(game: Game, score: Score | None) -> str:
    """Return who plays and how it was: ``alice 1–0 bob``, ``alice – bob – carol``."""
    names = names_of(game)
    if score is None or len(names) != 2:
        return " – ".join(names.values())
    first, second = names
    return f"{names[first]} {score_text(score[first], score[second])} {names[second]}"


def address_of(game: Game) -> str:
    """Return where the game is found, as it is printed: ``example.org/games/h4Xk93Qm``."""
    return f"{urlsplit(settings.SITE_URL).netloc}/games/{game.pk}"
