"""People: their records and their games."""

from __future__ import annotations

from datetime import tzinfo

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts import zones
from accounts.models import User
from config.backends import standby
from config.http.arrival import arrived_at
from games.pages.cards import game_card
from games.refusals import NotFound
from games.shown import feeds
from games.shown.pace import pace_lines, pace_of
from games.shown.point_of_view import PointOfView
from games.shown.statistics import record_of
from games.store import selectors
from games.store.people import find_player, is_friend

LAST_GAMES, GAMES_A_PAGE = 5, 30


@require_safe
def player(request: HttpRequest, username: str) -> HttpResponse:
    """Show a person: since when, how they fared, and their last games."""
    person, now = _find(request, username), arrived_at(request)
    is_me = person.pk == request.user.pk
    with standby.reading(when=not is_me):
        games = selectors.finished_games(player=person.pk, viewer=request.user.pk)[:LAST_GAMES]
        cards = [
            game_card(game, request.user.pk, now, of=person.pk, zone=_zone_of(request))
            for game in games
        ]
        record, pace = record_of(person.pk), pace_of(person.pk, now)
    is_player = request.user.is_authenticated and not request.user.is_guest
    context = {
        "person": person,
        "is_me": is_me,
        "may_befriend": is_player and not is_me and not person.is_guest,
        "record": record,
        "pace": pace_lines(pace, now, _zone_of(request)),
        "together": (
            record_of(request.user.pk, against=person.pk)
            if request.user.is_authenticated and not is_me
            else None
        ),
        "is_blocked": (
            request.user.is_authenticated
            and not is_me
            and selectors.is_blocked(request.user.pk, person.pk)
        ),
        "is_friend": not is_me and is_friend(request.user.pk, person.pk),
        "games": cards,
    }
    return render(request, "games/player.html", context)


@require_safe
def games_of(request: HttpRequest, username: str) -> HttpResponse:
    """Show a person's finished games, newest first, a page at a time."""
    person, now = _find(request, username), arrived_at(request)
    page = selectors.finished_games(
        player=person.pk, before=request.GET.get("before"), viewer=request.user.pk
    )
    games = list(page[: GAMES_A_PAGE + 1])
    context = {
        "person": person,
        "is_me": person.pk == request.user.pk,
        "games": [
            game_card(game, request.user.pk, now, of=person.pk, zone=_zone_of(request))
            for game in games[:GAMES_A_PAGE]
        ],
        "older": games[GAMES_A_PAGE - 1].pk if len(games) > GAMES_A_PAGE else None,
    }
    return render(request, "games/games.html", context)


@require_safe
def games_feed(request: HttpRequest, username: str) -> HttpResponse:
    """Return a person's public games that ended, newest first, as an Atom feed."""
    try:
        person = find_player(username, viewer=None)
    except NotFound as error:
        raise Http404 from error
    if person.deleted_at is not None:
        raise Http404
    link = f"{settings.SITE_URL}/players/{person.username}/games/"
    title = _("Games of {name}").format(name=person.username)
    feed = Atom1Feed(title, link, "", feed_url=f"{link.removesuffix('/')}.atom")
    for game in selectors.finished_games(player=person.pk, viewer=None)[:GAMES_A_PAGE]:
        feeds.add_game(feed, game, PointOfView(game, None).result, None)
    return feeds.answer(feed, "public, max-age=300")


def _zone_of(request: HttpRequest) -> tzinfo:
    return zones.zone_of(getattr(request.user, "time_zone", "UTC"))


def _find(request: HttpRequest, username: str) -> User:
    """Return the person of this name: the reader is known already."""
    if isinstance(request.user, User) and username == request.user.username:
        return request.user
    try:
        person = find_player(username, viewer=request.user.pk)
    except NotFound as error:
        raise Http404 from error
    if person.deleted_at is not None:
        raise Http404
    return person
