"""Setting a competition up."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from accounts.pages.readers import reader_of
from config.http.arrival import arrived_at
from config.http.errors.refusals import Refusal
from games.features.competitions.pages.forms import CompetitionForm, LeagueForm
from games.features.competitions.services.setting_up import may_set_up, set_up
from games.features.competitions.steps.sweep import go_on_now


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_competition(request: HttpRequest) -> HttpResponse:
    """Show the form of a new cup, or set it up and show it."""
    return _new(request, CompetitionForm, is_league=False)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_league(request: HttpRequest) -> HttpResponse:
    """Show the form of a new league, or set it up and show it."""
    return _new(request, LeagueForm, is_league=True)


def _new(
    request: HttpRequest, form_class: type[CompetitionForm], *, is_league: bool
) -> HttpResponse:
    user, now = reader_of(request), arrived_at(request)
    form = form_class(user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            made = set_up(user, form.plan(now), now=now)
        except Refusal as refusal:
            form.refuse(refusal)
        else:
            for section in made.sections.all():
                go_on_now(section.pk, now)
            return redirect("competition", made.pk)
    context = {
        "form": form,
        "is_league": is_league,
        "may_set_up": may_set_up(user, now),
    }
    status = 422 if form.errors else 200
    return render(request, "competitions/new.html", context, status=status)
