"""Reporting, and what was decided about the reader, by forms that need no script."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.pages.readers import reader_of
from config.http.arrival import arrived_at
from config.http.errors.refusals import Refusal
from games.features.moderation import appeals, letters, reporting
from games.features.moderation import standing as standings
from games.features.moderation.models import Decision, Reason
from games.features.moderation.payloads import appeal_of, may_appeal


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest) -> HttpResponse:
    """Show the reasons of a report, or make it."""
    said = request.POST if request.method == "POST" else request.GET
    about, game = said.get("about", "")[:30], said.get("game", "")[:8]
    turn = said.get("turn", "")
    if not about:
        raise Http404
    error = ""
    if request.method == "POST":
        try:
            if said.get("reason") not in Reason.values:
                raise Http404
            reporting.report(
                reader_of(request),
                about,
                said["reason"],
                game_id=game or None,
                turn=int(turn) if turn.isdecimal() and len(turn) < 9 else None,
                text=said.get("text", "")[:500],
                now=arrived_at(request),
            )
        except Refusal as refusal:
            faults = refusal.extra.get("errors")
            error = faults[0]["detail"] if faults else refusal.detail
        else:
            messages.success(request, _("Thank you. A moderator will look at it."))
            return redirect("game", game) if game else redirect("player", about)
    context = {
        "about": about,
        "game": game,
        "turn": turn,
        "reasons": Reason.choices,
        "error": error,
    }
    return render(request, "moderation/report.html", context, status=422 if error else 200)


def _lines(rows: list[Decision]) -> list[dict[str, object]]:
    return [
        {
            "decision": row,
            "sentences": letters.sentences_of(row),
            "appeal": appeal_of(row),
            "may_appeal": may_appeal(row),
        }
        for row in rows
    ]


@login_required
@never_cache
@require_safe
def standing(request: HttpRequest) -> HttpResponse:
    """Show what was decided about the reader."""
    rows = list(standings.decisions_of(reader_of(request).pk))
    return render(request, "moderation/standing.html", {"lines": _lines(rows)})


@login_required
@require_POST
def appeal(request: HttpRequest, decision_id: int) -> HttpResponse:
    """Ask for another look and go back."""
    _appeal(request, reader_of(request).pk, decision_id)
    return redirect("standing")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show a decision to the person who got the email, logged in or not, and take an appeal."""
    found = letters.decision_of(token)
    decision = Decision.objects.select_related("user", "appeal").filter(pk=found or 0).first()
    if decision is None:
        raise Http404
    if request.method == "POST":
        _appeal(request, decision.user_id, decision.pk)
        return redirect("standing_link", token)
    return render(request, "moderation/standing.html", {"lines": _lines([decision])})


def _appeal(request: HttpRequest, user_id: int, decision_id: int) -> None:
    try:
        appeals.appeal(user_id, decision_id, request.POST.get("text", ""), now=arrived_at(request))
    except Refusal as refusal:
        if refusal.status == 404:
            raise Http404 from refusal
        faults = refusal.extra.get("errors")
        messages.error(request, faults[0]["detail"] if faults else refusal.detail)
    else:
        messages.success(request, _("We'll look at it again and email you."))
