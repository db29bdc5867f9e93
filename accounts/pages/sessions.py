"""The page on which people see where they are logged in, and log out there."""

from __future__ import annotations

from allauth.usersessions.adapter import get_adapter
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.devices import name_device
from accounts.pages.readers import reader_of


@login_required
@never_cache
@require_safe
def sessions(request: HttpRequest) -> HttpResponse:
    """Show the browsers in which this person is logged in, this one first."""
    rows = UserSession.objects.purge_and_list(reader_of(request))
    shown = [
        {"row": row, "device": name_device(row.user_agent), "is_this": row.is_current()}
        for row in sorted(rows, key=lambda row: (not row.is_current(), row.created_at))
    ]
    return render(request, "accounts/sessions.html", {"sessions": shown})


@login_required
@require_POST
def end_session(request: HttpRequest, session_id: int) -> HttpResponse:
    """Log one browser out."""
    rows = UserSession.objects.filter(user=reader_of(request), pk=session_id)
    get_adapter().end_sessions(rows)
    messages.success(request, _("That browser is logged out."))
    return redirect("sessions")


@login_required
@require_POST
def end_other_sessions(request: HttpRequest) -> HttpResponse:
    """Log every browser out but this one."""
    others = UserSession.objects.filter(user=reader_of(request))
    get_adapter().end_sessions(others.exclude(session_key=request.session.session_key))
    messages.success(request, _("You're logged out everywhere else."))
    return redirect("sessions")
