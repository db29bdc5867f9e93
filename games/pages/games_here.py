"""The games that are played here, each with a picture and a line, for pages that lead to them."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.laws import text_of
from games.pages.game_tabs import has_guide
from games.rules import registry


def address_of_rules(ruleset: str) -> str:
    """Return the page that explains a game, or its laws; empty where nothing was written."""
    has_pages = has_guide(ruleset) or text_of(ruleset) is not None
    return f"/learn/{ruleset}/read/" if has_pages else ""


class GameHere(NamedTuple):
    """A game as someone sees it who does not know it yet."""

    key: str
    name: str
    tagline: str
    sketch: SafeString
    rules: str
    """Where its rules are explained."""


def games_here() -> list[GameHere]:
    """Return all games, the first one first."""
    return [_game_here(key) for key in registry.all_keys()]


def _game_here(key: str) -> GameHere:
    hosted = registry.find(key)
    tagline = _(hosted.presenter.tagline)
    return GameHere(key, hosted.rules.name, tagline, _sketch(key), address_of_rules(key))


@cache
def _sketch(key: str) -> SafeString:
    """Return the board at the start as the rule set draws it: it holds nothing anyone typed."""
    hosted = registry.find(key)
    start = hosted.rules.start(hosted.rules.check_options({}))
    return mark_safe(hosted.presenter.thumbnail(hosted.rules.describe(start), None))
