"""The page of a vacant seat: offering, agreeing and taking, by forms that need no script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.pages.readers import reader_of
from config.http.arrival import arrived_at
from config.http.errors.refusals import Refusal
from games.features.seats import offering
from games.models.faces import name_of
from games.pages.notes import Note
from games.play import watching
from games.shown.point_of_view import PointOfView


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def seat(request: HttpRequest, game_id: str) -> HttpResponse:
    """Show a vacant seat and what the reader may do about it, or do it."""
    user, now = reader_of(request), arrived_at(request)
    error = ""
    if request.method == "POST":
        try:
            _do(user, game_id, request.POST, now)
        except Refusal as refusal:
            faults = refusal.extra.get("errors")
            error = faults[0]["detail"] if faults else refusal.detail
        else:
            return redirect("game" if "take" in request.POST else "seat", game_id)
    game = watching.watch_game(game_id, now, user.pk)
    view, found = PointOfView(game, user.pk), offering.offer_in(game)
    is_open = found is not None and offering.is_open(game, found)
    is_in = view.you is not None and game.is_active and not view.is_out
    vacant = offering.vacant_seats(game) if is_in and found is None else []
    context = {
        "game": game,
        "you": view.you,
        "found": found if is_open or view.you is not None else None,
        "is_open": is_open,
        "offered_by": found and name_of(found.user),
        "called": found and view.usernames[found.side],
        "has_agreed": found is not None and view.side in found.agreed,
        "is_in": is_in,
        "vacant": [one for one in game.seats if one.side in vacant],
        "players": view.opponents,
        "link": f"{settings.SITE_URL}/games/{game.pk}/seat/",
        "error": error,
    }
    return render(request, "seats/seat.html", context, status=422 if error else 200)


def _do(user: User, game_id: str, said: Mapping[str, Any], now: datetime) -> None:
    if "take" in said:
        offering.take(user, game_id, now=now)
    elif "agree" in said:
        offering.agree(user.pk, game_id, now=now)
    elif "decline" in said:
        offering.decline(user.pk, game_id, now=now)
    else:
        offering.offer(user.pk, game_id, str(said.get("offer", ""))[:20], now=now)


def on_game_page(view: PointOfView) -> Mapping[str, Any]:
    """Return whether the menu leads to a vacant seat, at a table at which a bot plays."""
    game, you = view.game, view.you
    is_asked = you is not None and game.is_active and len(game.seats) > 2
    if not is_asked or not any(one.is_bot for one in game.seats):
        return {}
    return {"vacant_seats": offering.vacant_seats(game)}


def notes_of(user_id: int, now: datetime) -> Sequence[Note]:
    """Return the seats that friends offer to someone."""
    return [
        Note(
            _("{name} offers you a seat in a game.").format(name=name_of(one.user)),
            f"/games/{one.game_id}/seat/",
        )
        for one in offering.offered_by_friends(user_id)
    ]
