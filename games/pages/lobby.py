"""What anybody may see: open challenges and finished games."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from config.http.arrival import arrived_at
from games import selectors
from games.pages.cards import challenge_card, game_card
from games.pages.games_here import games_here
from games.pages.players import GAMES_A_PAGE
from games.rules import registry

CHALLENGES, LAST_GAMES = 50, 6


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Show the challenges that anybody may accept, and the games that ended last."""
    now = arrived_at(request)
    challenges = list(selectors.open_challenges(now)[:CHALLENGES])
    selectors.attach_invitations(challenges)
    context = {
        "here": "lobby",
        "games_here": games_here(),
        "robots": selectors.house_robots(registry.DEFAULT),
        "challenges": [challenge_card(challenge, request.user.pk, now) for challenge in challenges],
        "games": [
            game_card(game, request.user.pk, now)
            for game in selectors.finished_games()[:LAST_GAMES]
        ],
    }
    return render(request, "games/lobby.html", context)


@require_safe
def all_games(request: HttpRequest) -> HttpResponse:
    """Show all finished games, newest first, a page at a time."""
    now = arrived_at(request)
    games = list(selectors.finished_games(before=request.GET.get("before"))[: GAMES_A_PAGE + 1])
    context = {
        "here": "lobby",
        "games": [game_card(game, request.user.pk, now) for game in games[:GAMES_A_PAGE]],
        "older": games[GAMES_A_PAGE - 1].pk if len(games) > GAMES_A_PAGE else None,
    }
    return render(request, "games/games.html", context)
