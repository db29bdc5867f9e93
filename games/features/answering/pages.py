"""Sending emails again to someone whose emails came back."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.models import User
from games.features.answering.bounces import note_life


@login_required
@require_POST
def resume(request: HttpRequest) -> HttpResponse:
    """Send emails again."""
    note_life(cast(User, request.user).pk)
    messages.success(request, _("We'll send you emails again."))
    return redirect("/settings/")
