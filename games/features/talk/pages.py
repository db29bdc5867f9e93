"""The talk in a game on a page, by forms that need no script."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.pages.readers import reader_of
from config.http.arrival import arrived_at
from config.http.errors.refusals import Refusal
from games.features.talk import agreeing, writing
from games.models import Game
from games.play.guards import seat_of
from games.refusals import Forbidden, NotFound
from games.shown.point_of_view import PointOfView
from games.store import selectors

SHOWN: Final = 100


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def talk(request: HttpRequest, game_id: str) -> HttpResponse:
    """Show a player the messages of a game; take one more, or whether to talk at all."""
    reader = reader_of(request)
    try:
        game = selectors.find_game(game_id)
        seat_of(game, reader.pk)
    except (NotFound, Forbidden) as error:
        raise Http404 from error
    text = ""
    if request.method == "POST":
        text = request.POST.get("text", "")[:2000]
        try:
            _act(request, game, text)
        except Refusal as refusal:
            faults = refusal.extra.get("errors")
            messages.error(request, faults[0]["detail"] if faults else refusal.detail)
        else:
            return redirect("game" if "here" in request.POST else "talk", game.pk)
    standing = agreeing.standing_in(game, reader.pk)
    rows = writing.messages_for(game, reader, standing).order_by("-pk")[:SHOWN]
    seats = {seat.side: seat for seat in game.seats}
    context = {
        "game": game,
        "standing": standing,
        "text": text,
        "others": [seat for seat in game.seats if seat.user_id != reader.pk],
        "asking": [seats[side] for side in standing.others],
        "lines": [(seats[row.side].called, row) for row in reversed(rows)],
    }
    return render(request, "talk/talk.html", context)


def _act(request: HttpRequest, game: Game, text: str) -> None:
    reader, now = reader_of(request), arrived_at(request)
    if "agree" in request.POST:
        agreeing.agree(reader, game.pk, now=now)
    elif "stop" in request.POST:
        agreeing.stop(reader, game.pk)
    else:
        writing.write(reader, game.pk, text, now=now)


def in_menu(view: PointOfView) -> Mapping[str, Any]:
    """Return whether the menu of a game leads to the talk: for players among people."""
    is_here = settings.TALK and view.you is not None and not any(s.is_bot for s in view.seats)
    return {"may_talk": is_here}
