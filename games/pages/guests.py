"""One tap into a game, without an account."""

from __future__ import annotations

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from accounts import limits
from accounts.services.guests import find_or_make_guest
from accounts.zones import known_zone
from config.http.arrival import arrived_at
from config.http.errors.refusals import Refusal
from games.play.challenge.first_matches import begin_first_match, follow_link


@require_POST
def begin(request: HttpRequest) -> HttpResponse:
    """Begin a guest's game and go there: against the bot, or anyone who sent the link."""
    limits.count_of_address(request, "guest")
    now, challenge_id = arrived_at(request), request.POST.get("challenge")
    try:
        with transaction.atomic():
            guest = find_or_make_guest(request, known_zone(request.POST.get("time_zone")), now)
            if not challenge_id:
                return redirect("game", begin_first_match(guest, now).pk)
            taken = follow_link(guest, challenge_id, now)
    except Refusal as refusal:
        if refusal.code != "has_account":
            raise
        return redirect("challenge", challenge_id) if challenge_id else redirect("home")
    if taken.game_id is None:
        return redirect("challenge", taken.pk)
    return redirect("game", taken.game_id)
