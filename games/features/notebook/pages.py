"""The board to think on: a page without any way to play."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from config.http.arrival import arrived_at
from games.models import Game, Turn
from games.pages.game import are_all_of_two, seen_from, zone_of
from games.play import watching
from games.shown import scenes, wording
from games.shown.head import head_of, lines_of, next_side, template_of
from games.shown.payloads import game_payload, turn_payload
from games.shown.point_of_view import PointOfView
from games.store import selectors


@require_safe
@ensure_csrf_cookie
def think(request: HttpRequest, game_id: str) -> HttpResponse:
    """Show the board before the turn ``?turn=``, or as it is, to try lines of turns on."""
    shown = watching.watch_game(game_id, arrived_at(request), request.user.pk)
    view = PointOfView(shown, request.user.pk)
    turns = list(selectors.turns_shown(shown))
    is_walked = _is_walked(view, turns)
    number = _asked(request, shown, turns, is_walked=is_walked)
    if number is None:
        return HttpResponseRedirect(reverse("game", args=[shown.pk]))
    before = turns[number - 2] if 2 <= number <= len(turns) + 1 else None
    side = seen_from(request, view)
    position = before.position_after if before else None
    if position is None and number <= len(turns):
        position = turns[number - 1].position_before
    context = {
        "game": shown,
        "you": view.you,
        **head_of(view, zone_of(request)),
        "side": side,
        "other_side": next_side(shown, side),
        "ended": _ended(view, number, turns, is_walked=is_walked),
        "turn": number,
        "before": before,
        "script": "notebook/think.js",
        "board": template_of(shown, "thinking"),
        "kinds": template_of(shown, "kinds"),
        "lines": lines_of(view, turns) if is_walked else [],
        "described": {**shown.description, "position": position or shown.summary.position},
        "data": _data(request, view, turns, number)
        | {"played": len(turns) if is_walked else 0}
        | _scene(shown, side, position, before),
    }
    return render(request, "notebook/think.html", context)


def _asked(request: HttpRequest, game: Game, turns: list[Turn], *, is_walked: bool) -> int | None:
    """Return the number of the turn before which the lines begin; raises ``Http404``.

    Where none is named it is the next. While formations are chosen it is the last that was
    played, and so it is in a game that is over and not walked; ``None`` where no turn was.
    """
    text = request.GET.get("turn", "")
    if text and not (text.isdecimal() and len(text) < 9 and 1 <= int(text) <= game.next_turn):
        raise Http404
    if text and (int(text) < game.next_turn or game.status != Game.Status.FORMATION):
        return int(text)
    if game.status == Game.Status.PLAYING or (is_walked and turns):
        return game.next_turn
    return turns[-1].number if turns else None


def _is_walked(view: PointOfView, turns: list[Turn]) -> bool:
    """Return whether the reader can walk through the game itself: one in moves."""
    return are_all_of_two(view, turns) and not any(turn.taken_back for turn in turns)


def _ended(view: PointOfView, number: int, turns: list[Turn], *, is_walked: bool) -> str:
    """Return how a game ended, or where its board is if that can't be walked to; else empty."""
    if view.game.is_active:
        return ""
    if not is_walked and number <= len(turns):
        return _("Before turn {number} of {count}").format(number=number, count=len(turns))
    return view.result_alone


def _data(
    request: HttpRequest, view: PointOfView, turns: list[Turn], number: int
) -> dict[str, Any]:
    """Return what the script starts from."""
    game = view.game
    before = turns[number - 2] if 2 <= number <= len(turns) + 1 else None
    return {
        "game": game_payload(game, f"{request.scheme}://{request.get_host()}"),
        "side": view.side,
        "is_in_notation": wording.is_in_notation(game),
        "names": view.usernames,
        "turn": number,
        "last": turn_payload(before, game.presenter) if before and before.position_after else None,
        "lines": f"/api/v1/games/{game.pk}/lines" if request.user.is_authenticated else None,
        "moved": _("The game of {names} has a new turn.").format(
            names=wording.joined([*view.usernames.values()])
        ),
        "settings": {},
    }


def _scene(game: Game, side: str, position: str | None, before: Turn | None) -> dict[str, Any]:
    """Return the board as data, for a page that draws it; empty where the page has its own way."""
    if position is None:
        scene = scenes.scene_now(game, side)
    else:
        scene = game.presenter.board_data(position, side, before.actions if before else ())
    return {} if scene is None else {"scene": scene, "seen_from": side}
