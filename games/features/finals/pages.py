"""The page of a final: its hour, what the finalists say to it, and who fixes it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.pages.readers import reader_of
from config.http.arrival import arrived_at
from config.http.errors.refusals import Refusal
from games.features.competitions.models import Section
from games.features.competitions.pages.readers import reader, zone
from games.features.competitions.services.access import find_section, organises
from games.features.finals import coming, fixing
from games.features.finals.fixing import GOALS, hour_of
from games.features.finals.models import Final as Hour
from games.features.finals.payloads import hour_payload
from games.pages.forms import field_of
from games.refusals import NotFound
from games.rules import registry
from games.rules.contract import Timed
from games.shown import wording

_FORMAT = "%Y-%m-%dT%H:%M"


class HourForm(forms.Form):
    """When the final is to be played."""

    at = forms.DateTimeField(
        label=gettext_lazy("Kick-off time"),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format=_FORMAT),
        input_formats=[_FORMAT],
    )

    def __init__(
        self, ruleset: str, data: QueryDict | None = None, hour: Hour | None = None
    ) -> None:
        super().__init__(data, initial={"at": hour.at, **hour.live} if hour else None)
        rules = registry.get(ruleset)
        # 12.3: as many goals as the cup plays to.
        terms = (
            [one for one in rules.live_fields() if one.name != GOALS]
            if isinstance(rules, Timed)
            else []
        )
        self.clock = [one.name for one in terms]
        self.fields.update({one.name: field_of(one) for one in terms})

    @property
    def live(self) -> dict[str, Any]:
        """The terms of the live clock that were chosen."""
        return {name: self.cleaned_data[name] for name in self.clock}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def final(request: HttpRequest, competition_id: str, section: str) -> HttpResponse:
    """Show the hour of a final; take what the organiser or a finalist does about it."""
    try:
        found = find_section(competition_id, section)
    except NotFound as error:
        raise Http404 from error
    if not found.is_drawn or found.competition.is_league:
        raise Http404
    user = reader(request)
    with timezone.override(zone(user)):
        if request.method == "POST":
            if user is None:
                return redirect_to_login(request.path)
            try:
                _act(request, found)
            except Refusal as refusal:
                faults = refusal.extra.get("errors")
                messages.error(request, faults[0]["detail"] if faults else refusal.detail)
            return redirect("final", competition_id, section)
        return render(request, "finals/final.html", _context(found, user, arrived_at(request)))


def _act(request: HttpRequest, section: Section) -> None:
    user, now, said = reader_of(request), arrived_at(request), request.POST
    where = (section.competition_id, section.key)
    if "confirm" in said or "decline" in said:
        coming.answer(user, *where, is_confirmed="confirm" in said, now=now)
    elif "here" in said:
        coming.come(user, *where, now=now)
    elif "take_back" in said:
        fixing.take_back(user, *where, now=now)
        messages.success(request, _("There's no fixed time any more."))
    else:
        form = HourForm(section.competition.ruleset, said)
        if not form.is_valid():
            messages.warning(request, _("Choose a day and a time."))
            return
        fixing.fix(user, *where, form.cleaned_data["at"], form.live, now=now)
        messages.success(request, _("The kick-off time is announced. All players are notified."))


def _context(section: Section, user: User | None, now: datetime) -> dict[str, Any]:
    shown, hour = hour_payload(section, user), hour_of(section)
    view_names = [
        {**one, "name": one["player"] or _("Player {n}").format(n=one["number"])}
        for one in shown["finalists"]
    ]
    entry = section.entries.filter(user=user).first() if user is not None else None
    numbers = [one["number"] for one in shown["finalists"]]
    mine = next((one for one in view_names if entry and one["number"] == entry.number), None)
    is_waiting = shown["state"] == Hour.State.WAITING
    may_fix = organises(user, section.competition) and not shown["game"] and not section.is_over
    return {
        "section": section,
        "competition": section.competition,
        "hour": hour,
        "shown": shown,
        "finalists": view_names,
        "mine": mine if len(numbers) == 2 else None,
        "is_waiting": is_waiting,
        "when": wording.zoned_moment(hour.at, now, zone(user)) if hour else "",
        "left": wording.time_left(hour.at, now) if hour and hour.at > now else "",
        "is_ahead": hour is not None and now < hour.at,
        "is_open": hour is not None and is_waiting and hour.opens_at <= now < hour.closes_at,
        "may_fix": may_fix and not (hour and is_waiting and hour.at <= now),
        "clock": wording.live_clock(section.competition.ruleset, hour.live) if hour else "",
        "form": HourForm(section.competition.ruleset, hour=hour),
    }
