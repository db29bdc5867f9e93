"""The head of a game's three pages: *Play it*, *The rules* and *The laws*."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from games.laws import text_of
from games.pages.courses import COURSES
from games.pages.guides import GUIDES
from games.rules import registry


class Tab(NamedTuple):
    """One of the three ways to learn a game."""

    key: str
    icon: str
    name: str
    line: str
    path: str


def tabs_of(ruleset: str, tab: str) -> dict[str, Any]:
    """Return what the head shows: the game, the tabs it has, and the one that is open."""
    hosted = registry.find(ruleset)
    play = reverse("learn_game", args=[ruleset])
    if ruleset in COURSES.named():
        sign, how = "play", _("step by step")
    else:
        is_for_two = len(hosted.rules.sides) == 2
        sign, how = "bot", _("against a bot") if is_for_two else _("against bots")
    tabs = [Tab("play", sign, _("Play it"), how, play)]
    if has_guide(ruleset):
        read = reverse("rules_of", args=[ruleset])
        tabs.append(Tab("read", "learn", _("The rules"), _("5 minutes"), read))
    if text_of(ruleset) is not None:
        laws = reverse("laws_of", args=[ruleset])
        tabs.append(Tab("laws", "flag", _("The laws"), _("to look up"), laws))
    return {
        "key": ruleset,
        "name": hosted.rules.name,
        "tagline": _(hosted.presenter.tagline),
        "tabs": tabs,
        "tab": tab,
    }


def has_guide(ruleset: str) -> bool:
    """Return whether the rules of a game are told with pictures."""
    return ruleset == registry.DEFAULT or ruleset in GUIDES
