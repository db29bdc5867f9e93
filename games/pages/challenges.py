"""Challenging somebody, and answering a challenge."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, tzinfo
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from accounts.pages.readers import reader_of
from config.http.arrival import arrived_at
from config.http.errors.refusals import Refusal
from games import selectors, wording
from games.models import Challenge, HouseRobot, Invitation
from games.pace import pace_of, pace_told
from games.pages.forms import NewGameForm
from games.pages.games_here import address_of_rules
from games.pages.guides import GUIDES
from games.refusals import NotFound
from games.rules import registry
from games.services import challenge_checks
from games.services import challenges as service
from games.services.filters import Candidate, filters_told, misfit
from games.services.invitations import Invited
from games.services.robot_seats import let_robots_in
from games.services.robots import answer_at_once
from games.statistics import recent_opponents, record_of

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
    others = [Invited(challenge_checks.find_opponent(user, name)) for name in form.others]
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
    zone = wording.zone_of(getattr(request.user, "time_zone", "UTC"))
    return render(request, "games/challenge.html", _context(found, user_id, now, zone))


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


def _robots_for(found: Challenge, seats: Sequence[Invitation]) -> list[HouseRobot]:
    """Return the house robots that could take a free seat."""
    if found.opponent_id is not None or not found.seats_free:
        return []
    there = {seat.user_id for seat in seats}
    return [house for house in selectors.house_robots(found.ruleset) if house.pk not in there]


class Chair(NamedTuple):
    """Somebody at the table of a challenge to several, or a seat that is free."""

    user: User | None
    has_accepted: bool
    is_challenger: bool
    remarks: list[str]
    """What was agreed on for this player: ``May leave and return``."""


def _table(found: Challenge, seats: Sequence[Invitation]) -> list[Chair]:
    """Return who sits at the table, the challenger first; of two there is no table."""
    fields = {field.name: field for field in registry.get(found.ruleset).option_fields()}

    def remarks(user: User | None) -> list[str]:
        agreed = found.by_player.items()
        return [_(fields[name].label) for name, players in agreed if user and user.pk in players]

    if not seats:
        return []
    first = Chair(found.challenger, True, True, remarks(found.challenger))
    rest = [Chair(s.user, s.accepted_at is not None, False, remarks(s.user)) for s in seats]
    return [first, *rest]


def _context(found: Challenge, user_id: int | None, now: datetime, zone: tzinfo) -> dict[str, Any]:
    is_mine = found.challenger_id == user_id
    is_open = found.status == Challenge.Status.OPEN and found.expires_at > now
    status = found.status
    if status == Challenge.Status.OPEN and not is_open:
        status = Challenge.Status.LAPSED
    rules, agreed = registry.find(found.ruleset), found.terms
    selectors.attach_invitations([found])
    seats = list(found.invitations.all()) if found.is_for_several else []
    mine = next((seat for seat in seats if seat.user_id == user_id and user_id is not None), None)
    is_asked = found.opponent_id == user_id if not seats else mine is not None
    has_accepted = mine is not None and mine.accepted_at is not None
    is_filtered = user_id is not None and not is_mine and not is_asked
    why = misfit(found, Candidate(user_id, now)) if is_filtered and user_id else None
    tagline, pace = _(rules.presenter.tagline), wording.pace(found)
    terms = ", ".join(wording.terms(found.ruleset, agreed))
    return {
        "challenge": found,
        "path": f"/challenges/{found.pk}/",
        "url": f"{settings.SITE_URL}/challenges/{found.pk}/",
        "status": status,
        "is_open": is_open,
        "is_mine": is_mine,
        "seats": seats,
        "table": _table(found, seats),
        "taken": 1 + sum(seat.accepted_at is not None for seat in seats),
        "robots": _robots_for(found, seats) if is_mine and is_open else [],
        "has_accepted": has_accepted,
        "may_accept": is_open
        and user_id is not None
        and not is_mine
        and not has_accepted
        and why is None
        and (is_asked or found.seats_free > 0),
        "may_decline": is_open and is_asked and user_id is not None,
        "game_name": _(rules.rules.name),
        "tagline": tagline,
        "has_start_picture": found.ruleset in GUIDES,
        "rules": address_of_rules(found.ruleset),
        "no_goals": found.ruleset != registry.DEFAULT,
        "options": [
            (_(field.label), field.phrase(agreed[field.name]))
            for field in rules.rules.option_fields()
            # As in mails and lists, an option of nothing is none.
            if agreed.get(field.name) and not (found.is_for_several and field.kind == "sides")
        ],
        "notes": wording.notes(found.ruleset, agreed),
        "terms": terms,
        "pace": pace,
        "preview_text": f"{tagline}: {f'{terms}, ' if terms else ''}{pace}.",
        "time_terms": wording.time_terms(found),
        "side_name": wording.side_name(found.side),
        "filters": filters_told(found),
        "misfit": why.detail if why else "",
        "open_for": wording.time_left(found.expires_at, now) if is_open else "",
        "record": record_of(found.challenger_id),
        "their_pace": [] if is_mine else pace_told(pace_of(found.challenger_id, now), now, zone),
        "my_pace": (
            pace_told(pace_of(user_id, now), now, zone)
            if user_id is not None and is_open and not is_mine
            else []
        ),
        "together": (
            record_of(user_id, against=found.challenger_id) if user_id and not is_mine else None
        ),
    }
