"""One tap into a game, without an account."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from accounts import limits
from accounts.names import LONGEST_GUEST_NAME
from accounts.services.guests import find_or_make_guest, name_guest
from accounts.services.registration import check_username
from accounts.zones import known_zone
from config.http.arrival import arrived_at
from config.http.errors.refusals import Refusal
from games.play.challenge.first_matches import begin_first_match, follow_link


@require_POST
def begin(request: HttpRequest) -> HttpResponse:
    """Begin a guest's game and go there: against the bot, or anyone who sent the link.

    At a table a guest may say a name; without one they are called by a number.
    """
    limits.count_of_address(request, "guest")
    now, challenge_id = arrived_at(request), request.POST.get("challenge")
    name = request.POST.get("guest_name", "").strip()[:LONGEST_GUEST_NAME] if challenge_id else ""
    try:
        if name:
            check_username(name)
        with transaction.atomic():
            guest = find_or_make_guest(request, known_zone(request.POST.get("time_zone")), now)
            if not challenge_id:
                return redirect("game", begin_first_match(guest, now).pk)
            taken = follow_link(guest, challenge_id, now)
            if name:
                name_guest(guest, name, now)
    except ValidationError as error:
        messages.warning(request, error.messages[0])
        return redirect("challenge", challenge_id)
    except Refusal as refusal:
        if refusal.code != "has_account":
            raise
        return redirect("challenge", challenge_id) if challenge_id else redirect("home")
    if taken.game_id is None:
        return redirect("challenge", taken.pk)
    return redirect("game", taken.game_id)
