"""What the frame of every page shows."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts import site_rules
from accounts.models import User
from config.http.arrival import arrived_at
from config.places import place_of, places
from games.pages.cards import ends_unseen, turns_seen
from games.pages.notes import Note
from games.store.frame import Frame, frame_of

ACCOUNTS = "/accounts/"
"""Pages to which no one wants to come back."""


def calls_for(request: HttpRequest) -> Frame | None:
    """Return what calls for the reader, asked for once a request; ``None`` for a visitor."""
    if not hasattr(request, "_calls"):
        user_id, seen = request.user.pk, turns_seen(request)
        calls = frame_of(user_id, arrived_at(request), seen) if user_id else None
        ended = calls.ended if calls else []
        ends = ends_unseen(ended, user_id, seen) if user_id and ended else {}
        request._calls = calls and calls._replace(ended=[*ends])  # type: ignore[attr-defined]
        request._ends = ends  # type: ignore[attr-defined]
    found: Frame | None = request._calls  # type: ignore[attr-defined]
    return found


def ends_for(request: HttpRequest) -> dict[str, Note]:
    """Return what leads to the games whose end the reader has not seen yet, by their ids."""
    calls_for(request)
    ends: dict[str, Note] = request._ends  # type: ignore[attr-defined]
    return ends


def frame(request: HttpRequest) -> dict[str, Any]:
    """Return what the frame of a page shows: the places, what waits, the address to come back to.

    What is looked up in the database is looked up only where it is shown.
    """

    def address() -> str:
        user = request.user
        if not isinstance(user, User) or not user.email or user.is_guest:
            return ""
        return "" if calls.has_mail else user.email

    calls: Any = SimpleLazyObject(lambda: calls_for(request))
    return {
        "unconfirmed": SimpleLazyObject(address),
        "site_url": settings.SITE_URL,
        "notice": site_rules.notice(arrived_at(request)),
        "places": SimpleLazyObject(lambda: list(places())),
        "place": SimpleLazyObject(lambda: _here(request)),
        "calls": calls,
        "come_back": "" if request.path.startswith(ACCOUNTS) else request.path,
    }


def _here(request: HttpRequest) -> str:
    """Return the place to mark in the bar; the pages of other players are marked nowhere."""
    path = request.path
    if path.startswith("/players/") and not path.startswith(f"/players/{request.user.username}/"):
        return ""
    return place_of(path) or ""
