"""The page on which people ask for a copy of their data and take it away."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import DataExport
from accounts.pages.readers import reader_of
from accounts.services.own_data import ask_for_copy, find_copy


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def own_data(request: HttpRequest) -> HttpResponse:
    """Show how far the copy is; ask for one on POST."""
    now = timezone.now()
    if request.method == "POST":
        ask_for_copy(reader_of(request), now)
        messages.success(request, _("We're preparing your data. We'll email you when it's ready."))
        return redirect("own_data")
    export = find_copy(reader_of(request), now)
    until = export.requested_at + DataExport.KEPT_FOR if export else None
    context = {"export": export, "until": until}
    return render(request, "accounts/own_data.html", context)
