"""What the frame of every page shows."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.models import User
from accounts.selectors import mail_address
from config.http.arrival import arrived_at
from config.places import place_of, places
from games.models import Player
from games.store import selectors

ACCOUNTS = "/accounts/"
"""Pages to which no one wants to come back."""


def games_waiting(user_id: int | None, besides: str | None = None) -> int:
    """Return how many games wait for a person; none for a visitor, and not the one named."""
    if user_id is None:
        return 0
    seats = Player.objects.filter(user=user_id, deadline__isnull=False)
    return (seats if besides is None else seats.exclude(game=besides)).count()


def frame(request: HttpRequest) -> dict[str, Any]:
    """Return what the frame of a page shows: the places, what waits, the address to come back to.

    What is looked up in the database is looked up only where it is shown.
    """

    def address() -> str:
        user = request.user
        if not isinstance(user, User) or not user.email or user.is_guest:
            return ""
        return "" if mail_address(user) else user.email

    def calls() -> selectors.Calls | None:
        return selectors.calls_of(request.user.pk, arrived_at(request)) if request.user.pk else None

    return {
        "unconfirmed": SimpleLazyObject(address),
        "site_url": settings.SITE_URL,
        "places": SimpleLazyObject(lambda: list(places())),
        "place": SimpleLazyObject(lambda: _here(request)),
        "calls": SimpleLazyObject(calls),
        "come_back": "" if request.path.startswith(ACCOUNTS) else request.path,
    }


def _here(request: HttpRequest) -> str:
    """Return the place to mark in the bar; the pages of other players are marked nowhere."""
    path = request.path
    if path.startswith("/players/") and not path.startswith(f"/players/{request.user.username}/"):
        return ""
    return place_of(path) or ""
