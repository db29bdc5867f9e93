"""Whom someone does not want to be challenged by, by forms that need no script."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.pages.readers import reader_of
from games.play import blocks
from games.refusals import NotFound
from games.store import selectors


@login_required
@never_cache
@require_safe
def show_blocks(request: HttpRequest) -> HttpResponse:
    """Show whom the reader blocks."""
    rows = selectors.blocks_of(reader_of(request).pk)
    return render(request, "games/blocks.html", {"blocks": rows})


@login_required
@require_POST
def block(request: HttpRequest, username: str) -> HttpResponse:
    """Block a person and go to the list."""
    try:
        made = blocks.block(reader_of(request), username, now=timezone.now())
    except NotFound as error:
        raise Http404 from error
    messages.success(
        request,
        _("{username} can't challenge you any more.").format(username=made.blocked.username),
    )
    return redirect("blocks")


@login_required
@require_POST
def unblock(request: HttpRequest, username: str) -> HttpResponse:
    """Unblock a person and go to the list."""
    if blocks.unblock(reader_of(request), username):
        messages.success(
            request, _("{username} can challenge you again.").format(username=username)
        )
    return redirect("blocks")
