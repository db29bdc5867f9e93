"""Challenging somebody, and answering a challenge."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import zones
from accounts.models import User
from accounts.pages.readers import reader_of
from config.http.arrival import arrived_at
from config.http.errors.refusals import Refusal
from games.models import Challenge
from games.pages.challenge_page import context_of
from games.pages.forms import NewGameForm
from games.pages.games_here import address_of_rules
from games.play.challenge import challenges as service
from games.play.challenge import checks
from games.play.challenge.invitations import Invited
from games.play.challenge.robot_seats import let_robots_in
from games.play.robots import answer_at_once
from games.refusals import NotFound
from games.rules import registry
from games.shown.statistics import recent_opponents
from games.store import selectors

RECENT = 6


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_game(request: HttpRequest) -> HttpResponse:
    """Show the form of a new game, or make the challenge and show it."""
    user = reader_of(request)
    if request.method == "POST":
        form = NewGameForm(_ruleset_of(request.POST.get("ruleset")), request.POST)
        if form.is_valid():
            try:
                challenge = _make(user, form, arrived_at(request))
            except Refusal as refusal:
                form.refuse(refusal)
            else:
                if (game_id := answer_at_once(challenge, arrived_at(request))) is not None:
                    return redirect("game", game_id)
                return redirect("challenge", challenge.pk)
    else:
        asked = request.GET
        initial = {"opponent": asked.get("opponent", ""), "in_lobby": asked.get("lobby") == "1"}
        form = NewGameForm(_ruleset_of(request.GET.get("game")), initial=initial)
    recent = recent_opponents(user.pk, RECENT)
    houses = (house.user for house in selectors.house_robots(form.rules.key))
    context = {
        "form": form,
        "rules_url": address_of_rules(form.rules.key),
        "tagline": _(registry.find(form.rules.key).presenter.tagline),
        "games": [registry.get(key) for key in registry.all_keys()],
        "recent": recent,
        # Each once: whoever was played against lately stands among those already.
        "robots": [robot for robot in houses if robot not in recent],
    }
    return render(request, "games/new.html", context, status=200 if not form.errors else 422)


def _ruleset_of(asked: str | None) -> str:
    """Return the rule set of this key, or the first one."""
    return asked if asked in registry.all_keys() else registry.DEFAULT


def _make(user: User, form: NewGameForm, now: datetime) -> Challenge:
    """Make the challenge that was filled in; whoever is not named is anybody."""
    terms, filters = form.terms_of(user), form.filters
    if not form.more:
        return service.make_challenge(user, form.challenged, terms, now=now, filters=filters)
    others = [Invited(checks.find_opponent(user, name)) for name in form.others]
    return service.make_challenge(user, None, terms, now=now, others=others, filters=filters)


@require_safe
def challenge(request: HttpRequest, challenge_id: str) -> HttpResponse:
    """Show a challenge to whom it concerns; one to anybody, to anybody."""
    user_id, now = request.user.pk, arrived_at(request)
    try:
        found = selectors.find_challenge(challenge_id, user_id)
    except NotFound as error:
        if request.user.is_authenticated:
            raise Http404 from error
        # From a mail, on a device that is not logged in: it may well be theirs.
        return redirect_to_login(request.get_full_path())
    zone = zones.zone_of(getattr(request.user, "time_zone", "UTC"))
    return render(request, "games/challenge.html", context_of(found, user_id, now, zone))


@login_required
@require_POST
def accept(request: HttpRequest, challenge_id: str) -> HttpResponse:
    """Accept a challenge and go to the game, or back to it while others are awaited."""
    taken = service.take_seat(reader_of(request), challenge_id, now=arrived_at(request))
    if taken.game_id is None:
        return redirect("challenge", taken.pk)
    return redirect(f"/games/{taken.game_id}/")


@login_required
@require_POST
def decline(request: HttpRequest, challenge_id: str) -> HttpResponse:
    """Decline a challenge and go home."""
    return _close(request, challenge_id, service.decline_challenge)


@login_required
@require_POST
def cancel(request: HttpRequest, challenge_id: str) -> HttpResponse:
    """Take one's challenge back and go home."""
    return _close(request, challenge_id, service.cancel_challenge)


@login_required
@require_POST
def robots(request: HttpRequest, challenge_id: str) -> HttpResponse:
    """Let house robots take the free seats and go to the game, or back while others are awaited."""
    taken = let_robots_in(
        reader_of(request),
        challenge_id,
        strength=request.POST.get("strength"),
        now=arrived_at(request),
    )
    if taken.game_id is None:
        return redirect("challenge", taken.pk)
    return redirect(f"/games/{taken.game_id}/")


def _close(request: HttpRequest, challenge_id: str, act: Callable[..., Challenge]) -> HttpResponse:
    act(reader_of(request), challenge_id, now=arrived_at(request))
    return redirect("home")
