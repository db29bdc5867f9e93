"""oEmbed: what another site puts into its page for an address of ours (https://oembed.com).

Nothing is fetched: an address is taken apart, and only one that begins like ours is known.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple
from urllib.parse import SplitResult, parse_qs, urljoin, urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from config.http.arrival import arrived_at
from config.http.errors.handler import problem_response
from config.http.errors.refusals import Refusal, invalid_parameter
from games.features.competitions.services.access import find_competition
from games.features.puzzles import choosing, wording
from games.features.puzzles.pages import shape_of as puzzle_shape
from games.features.share.looking import find_shared
from games.features.share.stretch import goal_turns, headline_of, stretch_of
from games.refusals import NotFound
from games.shown import pictures
from games.store import selectors

USUAL_WIDTH: Final = 560
LARGEST_FRAME: Final = 2000
"""Pixels; who asks for more gets no more."""
_CACHE_SECONDS: Final = 3600
_PICTURE: Final = 800
_BARS: Final = 116
"""The height of what is over and under the board."""
_ID: Final = r"(?P<id>[0-9A-Za-z]{8})"
_GAME: Final = re.compile(rf"/games/{_ID}/(?:history/|goals/(?P<goal>[1-9][0-9]{{0,3}})/)?")
_PUZZLE: Final = re.compile(rf"/puzzles/(?:{_ID}/)?")
_COMPETITION: Final = re.compile(rf"/competitions/{_ID}/(?:(?P<section>[a-z0-9-]{{1,20}})/)?")


class Embedded(NamedTuple):
    """What is shown of an address."""

    title: str
    frame: str
    """Its address, below ours."""
    picture: str
    shape: float
    """How high it is for its width, the bars left out."""


@require_safe
def oembed(request: HttpRequest) -> HttpResponse:
    """Answer for an address of a game, a turn, a goal, a puzzle or a competition."""
    if request.GET.get("format", "json") != "json":
        # The status that the protocol names for it.
        return _shared(HttpResponse(_("We only have JSON."), status=501, content_type="text/plain"))
    try:
        sizes = [_size(request, name) for name in ("maxwidth", "maxheight")]
        return _answered(_find(request, request.GET.get("url", "")), *sizes)
    except Refusal as refusal:
        return _shared(problem_response(refusal))


def _size(request: HttpRequest, name: str) -> int:
    """Return how large a frame may be, in pixels; raise the 400 for what is no number."""
    text = request.GET.get(name, str(LARGEST_FRAME))
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text)):
        raise invalid_parameter(name, "malformed", _("Enter a whole number."))
    return min(int(text), LARGEST_FRAME)


def _find(request: HttpRequest, url: str) -> Embedded:
    """Return what is at an address of ours; raises ``NotFound`` for any other."""
    ours, asked = urlsplit(settings.SITE_URL), _split(url)
    # By the settings, not by the Host that a client sends: others must not pass for us.
    if asked is None or (asked.scheme, asked.netloc) != (ours.scheme, ours.netloc):
        raise NotFound(_("This address doesn't belong to our website."))
    if (match := _GAME.fullmatch(asked.path)) is not None:
        turn = parse_qs(asked.query).get("turn", [""])[0]
        return _game(request, match["id"], match["goal"], turn)
    if (match := _COMPETITION.fullmatch(asked.path)) is not None:
        return _competition(match["id"], match["section"])
    if (match := _PUZZLE.fullmatch(asked.path)) is not None:
        return _puzzle(request, match["id"])
    raise NotFound(_("You can't embed this address."))


def _split(url: str) -> SplitResult | None:
    try:
        return urlsplit(url)
    except ValueError:
        return None


def _game(request: HttpRequest, game_id: str, goal: str | None, text: str) -> Embedded:
    game = find_shared(game_id, arrived_at(request))
    score, number = game.summary.score, 0
    if goal:
        turns = goal_turns(game)
        if int(goal) > len(turns):
            raise NotFound(_("This goal doesn't exist."))
        number = turns[int(goal) - 1].number
    elif text:
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1
    if number:
        turn = selectors.find_turn(game, number)
        score = stretch_of(game, [turn]).scores[-1]
    query = f"?turn={number}" if number else ""
    board = game.presenter.layers(game.rules.load(game.state))
    return Embedded(
        f"{headline_of(game, score)} · {game.rules.name}",
        reverse("embed_game", args=[game.pk]) + query,
        f"/api/v1/games/{game.pk}/board.png{query}",
        pictures.height_of(board, _PICTURE) / _PICTURE,
    )


def _competition(competition_id: str, section: str | None) -> Embedded:
    competition = find_competition(competition_id)
    if competition.is_private:
        raise NotFound(_("This competition doesn't exist."))
    query = ""
    if section is not None:
        if not competition.sections.filter(key=section).exists():
            raise NotFound(_("This section doesn't exist."))
        query = f"?section={section}"
    frame = reverse("embed_competition", args=[competition.pk]) + query
    return Embedded(competition.name, frame, static("preview.png"), 630 / 1200)


def _puzzle(request: HttpRequest, puzzle_id: str | None) -> Embedded:
    """Return a puzzle; without an id that of the day, whose frame shows another tomorrow."""
    if puzzle_id is not None:
        puzzle = choosing.find_one(puzzle_id)
        frame = reverse("embed_puzzle", args=[puzzle.pk])
    else:
        daily = choosing.daily_puzzle(arrived_at(request))
        if daily is None:
            raise NotFound(_("You can't embed this address."))
        puzzle, frame = daily, reverse("embed_daily_puzzle")
    picture = reverse("puzzle_picture", args=[puzzle.pk])
    return Embedded(wording.asked(puzzle), frame, picture, puzzle_shape(puzzle))


def _answered(found: Embedded, widest: int, highest: int) -> HttpResponse:
    width = min(USUAL_WIDTH, widest)
    height = min(round(width * max(found.shape, 1)) + _BARS, highest)
    site = settings.SITE_URL
    html = format_html(
        '<iframe src="{}" width="{}" height="{}" title="{}" loading="lazy" allowfullscreen'
        ' frameborder="0"></iframe>',
        site + found.frame, width, height, found.title,
    )  # fmt: skip
    answer = {
        "version": "1.0",
        "type": "rich",
        "title": found.title,
        "provider_name": settings.SITE_NAME,
        "provider_url": f"{site}/",
        "cache_age": _CACHE_SECONDS,
        "width": width,
        "height": height,
        "html": html,
        "thumbnail_url": urljoin(site, found.picture),
        "thumbnail_width": _PICTURE,
        "thumbnail_height": round(_PICTURE * found.shape),
    }
    headers = {"Cache-Control": f"public, max-age={_CACHE_SECONDS}"}
    return _shared(JsonResponse(answer, headers=headers))


def _shared(response: HttpResponse) -> HttpResponse:
    """Let scripts of other sites read the answer: there is nothing in it that is anyone's own."""
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response
