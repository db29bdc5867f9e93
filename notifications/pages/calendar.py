"""The page about the calendar of deadlines."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.pages.readers import reader_of
from config.http.pages import unpacked
from notifications import calendar


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show_address(request: HttpRequest) -> HttpResponse:
    """Show the secret address of the reader's deadlines; renew it on POST."""
    if request.method == "POST":
        calendar.renew_address(reader_of(request))
        messages.success(request, _("Here's the new address. The old one no longer works."))
        return redirect("calendar_address")
    address = calendar.address_of(reader_of(request))
    rest = address.partition(":")[2]
    # By this scheme a phone's own calendar is asked to follow the address.
    context = {"address": address, "to_follow": f"webcal:{rest}"}
    return unpacked(render(request, "notifications/calendar.html", context))
