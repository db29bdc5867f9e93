"""The page on which someone looks for a live game."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from games.features.live.seeks import OFFERS_AFTER
from games.pages.games_here import games_here
from games.play.challenge.live import live_terms
from games.play.seating import running_live
from games.rules import registry
from games.rules.contract import Timed


class LiveGame(NamedTuple):
    """A game that is played live, with its board and its clock in words."""

    key: str
    name: str
    sketch: SafeString
    clock: str


@require_safe
@login_required
@ensure_csrf_cookie
def seek(request: HttpRequest) -> HttpResponse:
    """Show what may be played live, and the game that the reader is in."""
    assert request.user.pk is not None, "only who is logged in comes here"
    context = {
        "games": [
            LiveGame(one.key, one.name, one.sketch, _clock(live_terms(one.key)))
            for one in games_here()
            if isinstance(registry.get(one.key), Timed)
        ],
        "offers_after": round(OFFERS_AFTER.total_seconds()),
        "running": running_live(request.user.pk),
    }
    return render(request, "live/seek.html", context)


def _clock(terms: dict[str, Any]) -> str:
    """Return a clock in few words."""
    if "half" in terms:
        return _("two halves of {minutes} min, {seconds} s a turn").format(
            minutes=terms["half"] // 60, seconds=terms["turn"]
        )
    return _("{minutes} min each, and {seconds} s a turn").format(
        minutes=terms["base"] // 60, seconds=terms["increment"]
    )
