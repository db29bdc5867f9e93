"""What the frame of every page shows."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.models import User
from accounts.selectors import mail_address
from games.models import Player

ACCOUNTS = "/accounts/"
"""Pages to which nobody wants to come back."""


def games_waiting(user_id: int | None, besides: str | None = None) -> int:
    """Return how many games wait for a person; none for a visitor, and not the one named."""
    if user_id is None:
        return 0
    seats = Player.objects.filter(user=user_id, deadline__isnull=False)
    return (seats if besides is None else seats.exclude(game=besides)).count()


def frame(request: HttpRequest) -> dict[str, Any]:
    """Return the service's address, where a log-in leads back to, ``unconfirmed``, ``waiting``.

    The last is how many games wait for the reader, the one before it the reader's address while
    no mail may go there; both are looked up only where they are shown.
    """

    def address() -> str:
        user = request.user
        if not isinstance(user, User) or not user.email or user.is_guest:
            return ""
        return "" if mail_address(user) else user.email

    return {
        "unconfirmed": SimpleLazyObject(address),
        "site_url": settings.SITE_URL,
        "waiting": SimpleLazyObject(lambda: games_waiting(request.user.pk)),
        "come_back": "" if request.path.startswith(ACCOUNTS) else request.path,
    }
