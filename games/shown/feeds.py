"""Feeds: the games of a player that ended, and the reader's own turns at a secret address."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpResponse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import format_html

from games.models import Game
from games.shown.point_of_view import PointOfView

CONTENT_TYPE = "application/atom+xml; charset=utf-8"


def add_game(feed: Atom1Feed, game: Game, title: str, user_id: int | None) -> None:
    """Add a game to a feed: a title, its picture and a link."""
    view = PointOfView(game, user_id)
    link = f"{settings.SITE_URL}/games/{game.pk}/"
    side = f"?side={view.side}" if view.side else ""
    picture = f"{settings.SITE_URL}/api/v1/games/{game.pk}/board.png{side}"
    feed.add_item(
        title=title,
        link=link,
        # The same entry for as long as it is the same turn.
        unique_id=f"{link}#{game.next_turn}-{game.status}",
        description=format_html(
            '<p>{}</p><p><a href="{}"><img src="{}" alt="{}" width="400"></a></p>',
            view.headline,
            link,
            picture,
            title,
        ),
        pubdate=game.updated_at,
        updateddate=game.updated_at,
    )


def answer(feed: Atom1Feed, cache: str) -> HttpResponse:
    """Return a feed as a response."""
    text = feed.writeString("utf-8")
    return HttpResponse(text, content_type=CONTENT_TYPE, headers={"Cache-Control": cache})
