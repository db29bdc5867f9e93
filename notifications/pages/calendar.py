"""The page about the calendar of deadlines."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.pages.readers import reader_of
from config.http.pages import unpacked
from config.languages.spoken import spoken_to
from games.shown import feeds
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
    context = {
        "address": address,
        "to_follow": f"webcal:{rest}",
        "feed": calendar.feed_address_of(reader_of(request)),
    }
    return unpacked(render(request, "notifications/calendar.html", context))


@require_safe
def turns_feed(request: HttpRequest, secret: str) -> HttpResponse:
    """Return the owner's turns as an Atom feed. The address is the key."""
    owner = calendar.find_owner(secret, timezone.now())
    if owner is None:
        raise Http404
    with spoken_to(owner):
        feed = calendar.write_feed(owner, request.build_absolute_uri())
        return feeds.answer(feed, "private, max-age=300")
