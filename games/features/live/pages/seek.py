"""The page on which someone looks for a live game."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from games.features.live.seeks import WIDENS, WIDER
from games.pages.games_here import games_here
from games.play.challenge.live import live_terms
from games.play.seating import running_live
from games.rules import registry
from games.rules.contract import HALVES, Timed
from games.store import selectors

SHORT, LONG = 180, 900
"""Seconds for all moves that can be chosen in place of the usual."""


class Clock(NamedTuple):
    """A clock that can be chosen, in words."""

    asked: str
    """What is asked for, as JSON; what it leaves out is as usual."""
    whole: str
    turn: str
    is_usual: bool


class LiveGame(NamedTuple):
    """A game that is played live, with its board, its clocks and who of the house plays it."""

    key: str
    name: str
    sketch: SafeString
    clocks: list[Clock]
    bot: str


@require_safe
@login_required
@ensure_csrf_cookie
def seek(request: HttpRequest) -> HttpResponse:
    """Show what may be played live, and the game that the reader is in."""
    assert request.user.pk is not None, "only who is logged in comes here"
    context = {
        "games": [
            LiveGame(one.key, one.name, one.sketch, _clocks(one.key, rules), _bot(one.key))
            for one in games_here()
            if isinstance(rules := registry.get(one.key), Timed)
        ],
        "wider": WIDER,
        "widens": round(WIDENS.total_seconds()),
        "running": running_live(request.user.pk),
    }
    return render(request, "live/seek.html", context)


def _clocks(key: str, rules: Timed[Any]) -> list[Clock]:
    """Return the clocks that can be chosen, the shortest first."""
    usual = live_terms(key)
    if rules.live_clock == HALVES:
        name, per_turn = "half", _("{seconds} s a turn").format(seconds=usual["turn"])
        lengths = [length for length, _words in rules.live_fields()[0].choices]
        words = _("2 × {minutes} min")
    else:
        name, per_turn = "base", _("+{seconds} s a move").format(seconds=usual["increment"])
        lengths = sorted({SHORT, usual["base"], LONG})
        words = _("{minutes} min")
    return [
        Clock(
            json.dumps({name: length}),
            words.format(minutes=length // 60),
            per_turn,
            is_usual=length == usual[name],
        )
        for length in lengths
    ]


def _bot(ruleset: str) -> str:
    """Return the name of the bot that plays in place of a person; empty where there is none."""
    return next((house.user.username for house in selectors.house_robots(ruleset)[:1]), "")
