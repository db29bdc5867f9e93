"""What people do on the pages of a competition."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.pages.readers import reader_of
from config.http.arrival import arrived_at
from config.http.errors.refusals import Refusal
from games.features.competitions.pages.forms import EntryForm, NameForm, ShootoutForm
from games.features.competitions.services import (
    certificates,
    disputes,
    entering,
    handing_in,
    leaving,
    setting_up,
)
from games.features.competitions.services.access import find_section
from games.features.competitions.wording import is_division


def _back(competition_id: str, section: str) -> HttpResponse:
    return redirect("section", competition_id, section)


@login_required
@require_POST
def enter(request: HttpRequest, competition_id: str, section: str) -> HttpResponse:
    """Enter a section with what was confirmed."""
    form = EntryForm(find_section(competition_id, section), request.POST)
    if not form.is_valid():
        messages.warning(request, _("Tick each sentence to enter."))
        return _back(competition_id, section)
    now = arrived_at(request)
    entering.enter(reader_of(request), competition_id, section, form.statement, now=now)
    words = _("You're in. We'll notify you when the draw is made.")
    if is_division(section):
        words = _("You're in. We'll notify you when the season begins.")
    messages.success(request, words)
    return _back(competition_id, section)


@login_required
@require_POST
def go_on(request: HttpRequest, competition_id: str) -> HttpResponse:
    """Say, as the organiser, whether another season follows this one."""
    said = {"goes_on": request.POST.get("goes_on") == "1"}
    setting_up.change(reader_of(request), competition_id, said, now=arrived_at(request))
    return redirect("competition", competition_id)


@login_required
@require_POST
def withdraw(request: HttpRequest, competition_id: str, section: str) -> HttpResponse:
    """Withdraw from a section."""
    leaving.withdraw(reader_of(request), competition_id, section, now=arrived_at(request))
    messages.success(request, _("You have withdrawn."))
    return _back(competition_id, section)


@login_required
@require_POST
def sign(request: HttpRequest, competition_id: str, section: str) -> HttpResponse:
    """Print a name on your certificate, or delete it."""
    user = reader_of(request)
    if "delete" in request.POST:
        paper = certificates.delete_name(user, competition_id, section)
        return redirect("certificate", paper.pk)
    form = NameForm(request.POST)
    if not form.is_valid():
        messages.warning(request, _("A name has up to 60 letters."))
        return _back(competition_id, section)
    name, now = form.cleaned_data["name"], arrived_at(request)
    paper = certificates.print_name(user, competition_id, section, name, now=now)
    return redirect("certificate", paper.pk)


@login_required
@require_POST
def age_seen(request: HttpRequest, competition_id: str, section: str, entry: int) -> HttpResponse:
    """Note that a proof of age was seen."""
    user, now = reader_of(request), arrived_at(request)
    entering.note_age_seen(user, competition_id, section, entry, now=now)
    return _back(competition_id, section)


@login_required
@require_POST
def put_out(request: HttpRequest, competition_id: str, section: str, entry: int) -> HttpResponse:
    """Put a player out."""
    # One line, however it was pasted.
    reason = " ".join(request.POST.get("reason", "").split())[: leaving.LONGEST_REASON]
    if not reason:
        messages.warning(request, _("Give a reason. Both players can read it."))
        return _back(competition_id, section)
    user, now = reader_of(request), arrived_at(request)
    leaving.put_out(
        user,
        competition_id,
        section,
        entry,
        reason,
        now=now,
        is_dishonest="dishonest" in request.POST,
    )
    return _back(competition_id, section)


@login_required
@require_POST
def dispute(request: HttpRequest, competition_id: str, section: str) -> HttpResponse:
    """Open a dispute about ages, or close it."""
    user, now = reader_of(request), arrived_at(request)
    act = disputes.close_dispute if "close" in request.POST else disputes.open_dispute
    act(user, competition_id, section, now=now)
    return _back(competition_id, section)


@login_required
@require_POST
def shoot(request: HttpRequest, competition_id: str, section: str, match: str) -> HttpResponse:
    """Hand in for a shoot-out."""
    form = ShootoutForm(request.POST)
    if not form.is_valid():
        messages.warning(request, _("Choose d or e in each line."))
        return redirect("match", competition_id, section, match)
    user, now = reader_of(request), arrived_at(request)
    shots, stands = form.chosen("shot"), form.chosen("stand")
    try:
        handing_in.hand_in(user, competition_id, section, match, shots, stands, now=now)
    except Refusal as refusal:
        messages.warning(request, refusal.detail)
    return redirect("match", competition_id, section, match)
