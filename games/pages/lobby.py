"""What anyone may see: open challenges, games that are played, and finished ones."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from config.http.arrival import arrived_at
from games.models import Game
from games.pages.cards import GameCard, challenge_card, game_card
from games.pages.game import zone_of
from games.pages.players import GAMES_A_PAGE
from games.play.challenge.filters import Candidate
from games.rules import registry
from games.store import selectors
from games.store.frame import heard_by

CHALLENGES = 50


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Show open challenges."""
    now, reader = arrived_at(request), request.user
    heard = heard_by(reader) if reader.is_authenticated else None
    challenges = list(selectors.open_challenges(now, viewer=reader.pk)[:CHALLENGES])
    selectors.attach_invitations(challenges)
    candidate = Candidate(reader.pk, now) if reader.pk else None
    context = {
        "heard": heard,
        "challenges": [
            challenge_card(one, reader.pk, now, candidate, zone=zone_of(request))
            for one in challenges
        ],
    }
    return render(request, "games/lobby.html", context)


@require_safe
def all_games(request: HttpRequest) -> HttpResponse:
    """Show all finished games, newest first, a page at a time; or those that are played."""
    now = arrived_at(request)
    is_running = request.GET.get("status") == Game.Status.PLAYING
    ruleset = request.GET.get("game")
    find = selectors.watchable_games if is_running else selectors.finished_games
    found = find(before=request.GET.get("before"), viewer=request.user.pk)
    if ruleset in registry.all_keys():
        found = found.filter(ruleset=ruleset)
    games = list(found[: GAMES_A_PAGE + 1])
    context = {
        "is_running": is_running,
        "kinds": [(key, registry.get(key).name) for key in registry.all_keys()],
        "kind": ruleset if ruleset in registry.all_keys() else "",
        "games": _cards(games[:GAMES_A_PAGE], request, now),
        "older": games[GAMES_A_PAGE - 1].pk if len(games) > GAMES_A_PAGE else None,
    }
    return render(request, "games/games.html", context)


def _cards(games: Iterable[Game], request: HttpRequest, now: datetime) -> list[GameCard]:
    return [game_card(game, request.user.pk, now) for game in games]
