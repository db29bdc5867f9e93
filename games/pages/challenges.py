"""Challenging someone, and answering a challenge."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final
from urllib.parse import quote

from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import limits, zones
from accounts.models import User
from accounts.pages.readers import reader_of
from accounts.services.guests import find_or_make_guest
from accounts.zones import known_zone
from config.features import Hook
from config.http.arrival import arrived_at
from config.http.errors.refusals import Refusal
from games.models import Challenge
from games.pages.challenge_page import context_of
from games.pages.forms import NewGameForm
from games.pages.games_here import games_here
from games.play.challenge import challenges as service
from games.play.challenge import checks
from games.play.challenge.invitations import Invited
from games.play.challenge.robot_seats import let_robots_in
from games.play.robots import answer_now
from games.refusals import NotFound
from games.rules import registry
from games.shown.statistics import recent_opponents
from games.store import selectors
from games.store.people import friends_of

CHALLENGE_PAGE: Final[Hook[Callable[[Challenge, int | None, datetime], Mapping[str, Any]]]] = Hook()
"""Returns what a feature adds to the page of a challenge, for its template in the slot."""
RECENT, FRIENDS = 6, 12
_LAST_TIME: Final = "new_game_time"
"""Where the session keeps the time that was chosen last."""


@require_http_methods(["GET", "HEAD", "POST"])
def new_game(request: HttpRequest) -> HttpResponse:
    """Show the form of a new game, or make the challenge and show it.

    Without an account the form offers bots alone, and the first game makes a guest of a visitor.
    """
    user = request.user if isinstance(request.user, User) else None
    has_account = user is not None and not user.is_guest
    if request.method == "POST":
        form = NewGameForm(
            _ruleset_of(request.POST.get("ruleset")), request.POST, only_bots=not has_account
        )
        if form.more and "fill" in request.POST:
            form = form.filled_with_bots(request.POST)
        elif form.is_valid():
            if user is None and not form.others:
                return redirect_to_login(request.get_full_path())
            user = user or _guest_of(request)
            try:
                challenge = _make(user, form, arrived_at(request))
            except Refusal as refusal:
                form.refuse(refusal)
            else:
                if "against" in request.POST:
                    request.session[_LAST_TIME] = form.time_asked
                if (game_id := answer_now(challenge, arrived_at(request))) is not None:
                    return redirect("game", game_id)
                return redirect("challenge", challenge.pk)
    else:
        asked = request.GET
        initial = {"opponent": asked.get("opponent", ""), "in_lobby": asked.get("lobby") == "1"}
        ruleset = _ruleset_of(asked.get("game"))
        form = NewGameForm(ruleset, initial=initial, only_bots=not has_account)
        form.choose_again(request.session.get(_LAST_TIME, {}))
    robots = [house.user for house in selectors.house_robots(form.rules.key)]
    if form.initial.get("opponent") in {robot.username for robot in robots}:
        # The faces of the bots are on the page: a tap on one begins.
        form.initial["opponent"] = ""
    is_bot_here = bool(robots) and (form.only_bots or not form.more)
    against = _against(request, form["opponent"].value(), is_bot_here=is_bot_here)
    if form.errors and form.has_filters:
        against = "anyone"
    name = form["opponent"].value()
    known = [row.friend for row in friends_of(user.pk)[:FRIENDS]] if user else []
    met = recent_opponents(user.pk, RECENT) if user else []
    recent = [*known, *(one for one in met if one not in known)]
    context = {
        "form": form,
        "games": games_here(),
        "opponents": _OPPONENTS,
        "against": against,
        "named": f"&opponent={quote(name)}" if name else "",
        "act": _act(form, against),
        "asks_account": form.only_bots and against != "bot",
        "has_friends": bool(known),
        "recent": recent,
        # At a table each once: who was played against lately is there already.
        "robots": [robot for robot in robots if not form.more or robot not in recent],
    }
    return render(request, "games/new.html", context, status=200 if not form.errors else 422)


_OPPONENTS: Final = (
    ("bot", "bot", gettext_lazy("A bot"), gettext_lazy("answers now")),
    ("friend", "friend", gettext_lazy("A friend"), gettext_lazy("by link or name")),
    ("anyone", "globe", gettext_lazy("Anyone"), gettext_lazy("find a player")),
)
"""Against whom one may play: the key, the icon, the name and a line."""


def _against(request: HttpRequest, named: str | None, *, is_bot_here: bool) -> str:
    """Return against whom the form is filled in: ``bot``, ``friend`` or ``anyone``."""
    asked = request.POST if request.method == "POST" else request.GET
    if asked.get("against") in {key for key, *_rest in _OPPONENTS}:
        return str(asked["against"])
    if asked.get("lobby") == "1":
        return "anyone"
    return "bot" if is_bot_here and not named else "friend"


def _guest_of(request: HttpRequest) -> User:
    """Return a new guest for a visitor; raises the refusal of one too many."""
    limits.count_of_address(request, "guest")
    zone = known_zone(request.POST.get("time_zone"))
    return find_or_make_guest(request, zone, arrived_at(request))


def _act(form: NewGameForm, against: str) -> str:
    """Return what the button says; empty where a bot is tapped, or it takes an account."""
    if form.only_bots:
        return _("Start game") if form.more and against == "bot" else ""
    if form.more:
        return _("Create game")
    if against == "friend":
        return _("Send challenge") if form["opponent"].value() else _("Create link")
    return _("Find a player") if against == "anyone" else ""


def _ruleset_of(asked: str | None) -> str:
    """Return the rule set of this key, or the first one."""
    return asked if asked in registry.all_keys() else registry.DEFAULT


def _make(user: User, form: NewGameForm, now: datetime) -> Challenge:
    """Make the challenge that was filled in; anyone who is not named is anyone."""
    terms, filters = form.terms_of(user), form.filters
    if not form.more:
        return service.make_challenge(
            user,
            form.challenged,
            terms,
            now=now,
            filters=filters,
            for_friends=form.cleaned_data["for_friends"],
        )
    others = [Invited(checks.find_opponent(user, name)) for name in form.others]
    return service.make_challenge(user, None, terms, now=now, others=others, filters=filters)


@require_safe
def challenge(request: HttpRequest, challenge_id: str) -> HttpResponse:
    """Show a challenge to whom it concerns; one to anyone, to anyone."""
    user_id, now = request.user.pk, arrived_at(request)
    try:
        found = selectors.find_challenge(challenge_id, user_id)
    except NotFound as error:
        if request.user.is_authenticated:
            raise Http404 from error
        # From an email, on a device that is not logged in: it may well be theirs.
        return redirect_to_login(request.get_full_path())
    zone = zones.zone_of(getattr(request.user, "time_zone", "UTC"))
    context = context_of(found, user_id, now, zone)
    for added in CHALLENGE_PAGE:
        context |= added(found, user_id, now)
    return render(request, "games/challenge.html", context)


@login_required
@require_POST
def accept(request: HttpRequest, challenge_id: str) -> HttpResponse:
    """Accept a challenge and go to the game, or back to it while others have to act."""
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
    """Take your challenge back and go home."""
    return _close(request, challenge_id, service.cancel_challenge)


@login_required
@require_POST
def robots(request: HttpRequest, challenge_id: str) -> HttpResponse:
    """Let house bots take the free seats and go to the game, or back while others have to act."""
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
