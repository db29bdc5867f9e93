"""Naming a supervisor, the answer, and the supervisor's page of a game: forms without a script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.pages.readers import reader_of
from config.http.arrival import arrived_at
from config.http.errors.refusals import Refusal
from games.features.supervisor import acting, naming
from games.features.supervisor.models import Supervision
from games.features.supervisor.wording import ACTS, REASONS, shown_name
from games.models import Challenge
from games.models.faces import name_of
from games.pages.notes import Note
from games.play import watching
from games.rules import registry
from games.rules.contract import Supervised
from games.shown import wording
from games.shown.point_of_view import PointOfView
from games.store import selectors

HOURS: Final = (6, 12, 24, 48)


@login_required
@require_POST
def name(request: HttpRequest, challenge_id: str) -> HttpResponse:
    """Ask the person who was filled in to supervise, or no one, and go back to the challenge."""
    user, now = reader_of(request), arrived_at(request)
    username = request.POST.get("username", "").strip()[:30]
    try:
        if username:
            naming.name_supervisor(user, challenge_id, username, now=now)
            messages.success(request, _("We asked {name}.").format(name=username))
        else:
            naming.unname(user, challenge_id, now=now)
    except Refusal as refusal:
        messages.error(request, _detail(refusal))
    return redirect("challenge", challenge_id)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def asked(request: HttpRequest, challenge_id: str) -> HttpResponse:
    """Show a request to supervise, or take the answer."""
    user, now = reader_of(request), arrived_at(request)
    found = naming.find_supervision(challenge_id, user.pk)
    if found.user_id != user.pk:
        raise Http404
    if request.method == "POST":
        try:
            accepts = request.POST.get("answer") == "accept"
            naming.answer(user, challenge_id, accepts=accepts, now=now)
        except Refusal as refusal:
            messages.error(request, _detail(refusal))
            return redirect("supervised", challenge_id)
        game = found.challenge.game_id
        return redirect("supervise", game) if accepts and game else redirect("home")
    challenge = found.challenge
    selectors.attach_invitations([challenge])
    context = {
        "found": found,
        "challenger": name_of(challenge.challenger),
        "game_name": registry.get(challenge.ruleset).name,
        "players": wording.joined(_players(challenge)),
        "terms": ", ".join(wording.terms(challenge.ruleset, challenge.terms)),
        "time_terms": wording.time_terms(challenge),
    }
    return render(request, "supervisor/asked.html", context)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def supervise(request: HttpRequest, game_id: str) -> HttpResponse:
    """Show who supervises a game and what was done; the supervisor acts here."""
    user, now = reader_of(request), arrived_at(request)
    error = ""
    if request.method == "POST":
        try:
            acting.supervise(user.pk, game_id, _asked(request.POST), now=now)
        except Refusal as refusal:
            error = _detail(refusal)
        else:
            messages.success(request, _("Done. All players are notified."))
            return redirect("game", game_id)
    game = watching.watch_game(game_id, now, user.pk)
    found = naming.supervision_of(game_id=game.pk)
    if found is None:
        raise Http404
    view = PointOfView(game, user.pk)
    may_act = found.user_id == user.pk and found.answer == "accepted" and game.is_active
    context = {
        "game": game,
        "found": found,
        "title": view.page_title,
        "supervisor": shown_name(found, user.pk) or _("Someone in family mode"),
        "may_act": may_act and view.you is None,
        "is_mine": found.user_id == user.pk,
        "names": ACTS.items(),
        "chosen": request.POST,
        "reasons": REASONS.items(),
        "hours": HOURS,
        "seats": [
            (one.side, one.called, wording.side_name(one.side))
            for one in game.seats
            if not game.summary.is_out(one.side)
        ],
        "lines": _lines(view),
        "error": error,
    }
    return render(request, "supervisor/supervise.html", context, status=422 if error else 200)


def on_game_page(view: PointOfView) -> Mapping[str, Any]:
    """Return what the page of a game says about its supervisor; most games have none."""
    if not isinstance(view.game.rules, Supervised) or naming.why_never(view.game):
        return {}
    found = naming.supervision_of(game_id=view.game.pk)
    if found is None or found.answer == Supervision.Answer.DECLINED:
        return {}
    is_mine = view.user_id == found.user_id
    return {"supervision": found, "supervises": is_mine and found.answer == "accepted"}


def on_challenge_page(found: Challenge, user_id: int | None, now: datetime) -> Mapping[str, Any]:
    """Return what the page of a challenge says about a supervisor."""
    if user_id is None or naming.why_never(found):
        return {}
    asked = naming.supervision_of(challenge_id=found.pk)
    is_open = found.status == Challenge.Status.OPEN and found.expires_at > now
    has_begun = found.invitations.filter(
        accepted_at__isnull=False, user__robot__isnull=True
    ).exists()
    return {
        "supervision": asked,
        "supervisor": asked and (shown_name(asked, user_id) or _("Someone in family mode")),
        "may_name": is_open and found.challenger_id == user_id and not has_begun,
    }


def notes_of(user_id: int, now: datetime) -> Sequence[Note]:
    """Return what someone supervises, or is asked to."""
    notes = []
    for one in naming.supervised_by(user_id).order_by("named_at")[:20]:
        name, game = name_of(one.challenge.challenger), one.challenge.game_id
        if not one.answer:
            words = _("{name} asks you to supervise a game.").format(name=name)
            notes.append(Note(words, f"/supervised/{one.challenge_id}/"))
        elif game:
            words = _("You supervise the game that {name} set up.").format(name=name)
            notes.append(Note(words, f"/games/{game}/"))
    return notes


def _lines(view: PointOfView) -> list[str]:
    """Return what the supervisor has done, as the history says it."""
    acts = selectors.acts_shown(view.game)
    lines = [(act, view.brought_words(act)) for act in acts]
    return [
        _("Before turn {turn}: {game}").format(turn=act.turn, game=words)
        for act, words in lines
        if words
    ]


def _players(challenge: Challenge) -> list[str]:
    people = [challenge.challenger, challenge.opponent]
    if challenge.is_for_several:
        people += [seat.user for seat in challenge.invitations.all()]
    return [name_of(one) for one in people if one is not None]


def _asked(said: Mapping[str, Any]) -> acting.Asked:
    """Return the act that was filled in; raises ``Http404`` for what the form doesn't have."""
    name, reason, turn = (str(said.get(one, "")) for one in ("name", "reason", "turn"))
    hours = said.get("hours", "24")
    is_known = name in ACTS and reason in REASONS and turn.isdecimal() and len(turn) < 9
    if not is_known or hours not in map(str, HOURS):
        raise Http404
    return acting.Asked(name, int(turn), reason, said.get("side", "")[:20] or None, int(hours))


def _detail(refusal: Refusal) -> str:
    faults = refusal.extra.get("errors")
    return str(faults[0]["detail"] if faults else refusal.detail)
