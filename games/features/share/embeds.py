"""What other sites show in a frame: games, puzzles, competitions. Nothing there knows who looks."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from config.http.arrival import arrived_at
from config.http.headers import PAGE_POLICY, with_policy
from games.features.competitions.pages.bracket import BracketPage
from games.features.competitions.payloads import SectionView
from games.features.competitions.services.access import find_competition
from games.features.competitions.wording import section_name
from games.features.puzzles import choosing, wording
from games.features.puzzles.models import Puzzle
from games.features.share.looking import find_shared
from games.features.share.stretch import headline_of, stretch_of
from games.models import Game
from games.refusals import NotFound
from games.rules import registry
from games.shown import pictures
from games.shown.point_of_view import PointOfView
from games.shown.settled import settled
from games.store import selectors

_ANYWHERE = {**PAGE_POLICY, "frame-ancestors": "*", "form-action": "'none'"}


def _framed(response: HttpResponse) -> HttpResponse:
    """Return the answer, which pages that isolate themselves may hold as well."""
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


@require_safe
@xframe_options_exempt
@with_policy(_ANYWHERE)
@settled
def game(request: HttpRequest, game_id: str) -> HttpResponse:
    """Show a game as it is, or after ``?turn=``; without that it follows the game."""
    found, number = _asked(request, game_id)
    context = {"game": found, "turn": number, "shown": _shown(found, number)}
    return _framed(render(request, "share/embed_game.html", context))


@require_safe
@with_policy(_ANYWHERE)
def game_state(request: HttpRequest, game_id: str) -> HttpResponse:
    """Return what a frame shows, as data, for the script in it."""
    return JsonResponse(_shown(*_asked(request, game_id)), headers={"Cache-Control": "no-cache"})


@require_safe
@with_policy(_ANYWHERE)
@settled
def game_picture(request: HttpRequest, game_id: str, revision: int) -> HttpResponse:
    """Draw a game as it is; its revision is in the address only to distinguish states."""
    found, _number = _asked(request, game_id)
    picture = pictures.draw_game(found, None, selectors.standing_turns(found).last())
    is_now = revision == found.revision
    cache = "public, max-age=86400" if is_now else "no-cache"
    headers = {"Cache-Control": cache}
    return HttpResponse(picture, content_type="image/svg+xml", headers=headers)


def _asked(request: HttpRequest, game_id: str) -> tuple[Game, int | None]:
    """Return the game and the turn that were asked for; raise the 404."""
    try:
        found = find_shared(game_id, arrived_at(request))
        text = request.GET.get("turn")
        if text is None:
            return found, None
        is_number = text.isascii() and text.isdigit() and len(text) < 10
        return found, selectors.find_turn(found, int(text) if is_number else 0).number
    except NotFound as error:
        raise Http404 from error


def _shown(found: Game, number: int | None) -> dict[str, Any]:
    """Return what there is to see: who plays, how it is, and where its picture is."""
    picture = f"/api/v1/games/{found.pk}/board.svg"
    if number is not None:
        turn = selectors.find_turn(found, number)
        summary = found.presenter.turn_summary(turn.happenings, turn.notation)
        return {
            "headline": headline_of(found, stretch_of(found, [turn]).scores[-1]),
            "line": _("Turn {number}").format(number=number) + f": {summary}",
            "picture": f"{picture}?turn={number}",
            "is_running": False,
            "last_event": found.last_event,
        }
    brief = found.presenter.situation(found.description, None)
    return {
        "headline": headline_of(found, found.summary.score),
        "line": brief[:1].upper() + brief[1:] if found.is_active else _ended(found),
        # Another state has another address, or the browser would show the picture that it has.
        "picture": f"/embed/games/{found.pk}/{found.revision}.svg",
        "is_running": found.is_active,
        "last_event": found.last_event,
    }


def _ended(found: Game) -> str:
    """Return how a game ended, in the eyes of no one in particular."""
    return PointOfView(found, None).result


@require_safe
@xframe_options_exempt
@with_policy(_ANYWHERE)
def daily_puzzle(request: HttpRequest) -> HttpResponse:
    """Show the puzzle of the day; tomorrow it is another."""
    found = choosing.daily_puzzle(arrived_at(request))
    if found is None:
        raise Http404
    return _puzzle(request, found, is_daily=True)


@require_safe
@xframe_options_exempt
@with_policy(_ANYWHERE)
def puzzle(request: HttpRequest, puzzle_id: str) -> HttpResponse:
    """Show a puzzle."""
    try:
        found = choosing.find_one(puzzle_id)
    except NotFound as error:
        raise Http404 from error
    return _puzzle(request, found, is_daily=False)


def _puzzle(request: HttpRequest, found: Puzzle, *, is_daily: bool) -> HttpResponse:
    context = {"puzzle": found, "say": wording.asked(found), "is_daily": is_daily}
    return _framed(render(request, "share/embed_puzzle.html", context))


@require_safe
@xframe_options_exempt
@with_policy(_ANYWHERE)
def competition(request: HttpRequest, competition_id: str) -> HttpResponse:
    """Show the bracket of a public competition, or who has entered."""
    try:
        found = find_competition(competition_id)
    except NotFound as error:
        raise Http404 from error
    if found.is_private:
        # Anyone who has its link may look, but no one shows it around.
        raise Http404
    sections = list(found.sections.all())
    key = request.GET.get("section")
    section = next((one for one in sections if one.key == key), sections[-1])
    section.competition = found
    view = SectionView(section, None)
    context = {
        "competition": found,
        "section": section,
        "name": section_name(section.key),
        "game": registry.get(found.ruleset).name,
        "rounds": BracketPage(view).rounds() if section.is_drawn else [],
        "players": [view.name_of(one) for one in view.entries],
        "is_over": section.is_over,
    }
    return _framed(render(request, "share/embed_competition.html", context))
