"""The operator's view: how every competition is doing."""

from __future__ import annotations

from django.contrib.admin.views.decorators import staff_member_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.operator_log import record_act
from accounts.second_factor import staff_shows_second_factor
from config.http.arrival import arrived_at
from games.features.competitions.models import Section
from games.features.competitions.selectors import health_of_sections


@staff_member_required(login_url="account_login")
@staff_shows_second_factor
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def competitions(request: HttpRequest) -> HttpResponse:
    """Show who waits for whom and what is late; let a section that was set aside continue."""
    if request.method == "POST":
        revived = request.POST.get("revive", "")
        if revived.isdigit() and revived.isascii() and len(revived) < 19:
            with transaction.atomic():
                sections = Section.objects.filter(pk=int(revived))
                sections.update(set_aside_at=None, set_aside_reason="", due_at=arrived_at(request))
                for section in sections:
                    assert isinstance(request.user, User)
                    record_act(request.user, "section_revived", about=str(section))
        return redirect("operator_competitions")
    rows = health_of_sections(arrived_at(request))
    return render(request, "competitions/operator.html", {"rows": rows})
