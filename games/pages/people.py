"""Friends, finding players, and family mode, by forms that need no script."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.limits import count_of_person
from accounts.names import is_beginning
from accounts.pages.readers import reader_of
from config.http.arrival import arrived_at
from config.http.errors.refusals import Refusal
from games.play import friends
from games.play.family import begin_family, end_family
from games.refusals import NotFound
from games.store.people import FEWEST_LETTERS, friends_of, search_players


@login_required
@never_cache
@require_safe
def show_people(request: HttpRequest) -> HttpResponse:
    """Show the reader's friends, whether family mode is on, and who a search found."""
    user = reader_of(request)
    letters = request.GET.get("q", "").strip()
    found = None
    if letters and not user.is_guest:
        found = []
        if len(letters) >= FEWEST_LETTERS and is_beginning(letters):
            count_of_person(user.pk, "search")
            found = search_players(letters, user.pk)
    context = {"friends": friends_of(user.pk), "letters": letters, "found": found}
    return render(request, "games/people.html", context)


@login_required
@require_POST
def add_friend(request: HttpRequest, username: str) -> HttpResponse:
    """Add a friend and go to the list."""
    try:
        made = friends.befriend(reader_of(request), username, now=arrived_at(request))
    except NotFound as error:
        raise Http404 from error
    words = _("{username} is now your friend.").format(username=made.friend.username)
    messages.success(request, words)
    return redirect("people")


@login_required
@require_POST
def remove_friend(request: HttpRequest, username: str) -> HttpResponse:
    """Remove a friend and go to the list."""
    if friends.unfriend(reader_of(request), username):
        words = _("{username} is no longer your friend.").format(username=username)
        messages.success(request, words)
    return redirect("people")


@login_required
@require_POST
def family(request: HttpRequest) -> HttpResponse:
    """Turn family mode on or off."""
    user = reader_of(request)
    if "on" not in request.POST:
        end_family(user)
        messages.success(request, _("Family mode is off."))
        return redirect("people")
    try:
        begin_family(user, now=arrived_at(request))
    except Refusal as refusal:
        messages.error(request, refusal.detail)
    else:
        messages.success(request, _("Family mode is on."))
    return redirect("people")
