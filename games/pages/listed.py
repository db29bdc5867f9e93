"""Private games are kept out of search engines."""

from __future__ import annotations

from django.http import HttpResponse

from config.http.robots_txt import keep_unlisted
from games.models import Game


def listed(page: HttpResponse, game: Game) -> HttpResponse:
    """Return the page of a game, marked as not to be listed where the game is private."""
    return page if game.is_public else keep_unlisted(page)
