"""Taking leave and ending it, by forms that need no script."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta, tzinfo

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import zones
from accounts.pages.readers import reader_of
from config.http.arrival import arrived_at
from config.http.errors.refusals import Refusal
from games.play import leaves as service
from games.refusals import NotFound
from games.shown import wording
from games.store import selectors

_SHOWN = 20


class LeaveForm(forms.Form):
    """From which day on someone is away, and until which."""

    first = forms.DateField(
        label=gettext_lazy("First day"),
        required=False,
        help_text=gettext_lazy("Leave blank to start now."),
        widget=forms.DateInput(attrs={"type": "date"}),
    )
    last = forms.DateField(
        label=gettext_lazy("Last day"), widget=forms.DateInput(attrs={"type": "date"})
    )


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show_leaves(request: HttpRequest) -> HttpResponse:
    """Show the reader's leaves with a form for another one, or take it."""
    user, now = reader_of(request), arrived_at(request)
    zone = zones.zone_of(user.time_zone)
    form = LeaveForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        first, last = form.cleaned_data["first"], form.cleaned_data["last"]
        begins_at = _midnight(first, zone) if first else None
        try:
            leave = service.take_leave(user, begins_at, _midnight(_after(last), zone), now)
        except Refusal as refusal:
            errors = refusal.extra.get("errors") or [{"detail": refusal.detail}]
            form.add_error("last", [error["detail"] for error in errors])
        else:
            sentence = _("You're on vacation until {when}.").format(
                when=wording.moment(leave.ends_at, now, zone)
            )
            messages.success(request, sentence)
            return redirect("leaves")
    rows = [
        {
            "leave": leave,
            "begins": wording.moment(leave.begins_at, now, zone),
            "ends": wording.moment(leave.ends_at, now, zone),
            "has_begun": leave.begins_at <= now,
        }
        for leave in selectors.all_leaves_of(user.pk)[:_SHOWN]
        if leave.ends_at > now
    ]
    context = {
        "form": form,
        "leaves": rows,
        "days_left": service.days_left(user, now),
        "longest": service.LONGEST_DAYS,
        "zone": zone,
    }
    status = 422 if form.is_bound else 200
    return render(request, "games/leaves.html", context, status=status)


@login_required
@require_POST
def end_leave(request: HttpRequest, leave_id: int) -> HttpResponse:
    """End a vacation, or take it back, and go to the list."""
    try:
        service.end_leave(reader_of(request), leave_id, arrived_at(request))
    except NotFound as error:
        raise Http404 from error
    messages.success(request, _("Your vacation is over, and your clocks run again."))
    return redirect("leaves")


_DAY = timedelta(days=1)


def _after(day: date) -> date:
    """Return the next day; the last of the calendar has none, and is too far away anyway."""
    return day if day == date.max else day + _DAY


def _midnight(day: date, zone: tzinfo) -> datetime:
    """Return when a day begins on the reader's clock."""
    return datetime.combine(day, time(), zone)
