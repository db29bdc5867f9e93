"""What the frame of every page shows."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.models import Player

ACCOUNTS = "/accounts/"
"""Pages to which nobody wants to come back."""


def frame(request: HttpRequest) -> dict[str, Any]:
    """Return the service's address, where a log-in leads back to, and ``waiting``.

    That is how many games wait for the reader; it is counted only where it is shown.
    """

    def count() -> int:
        if not request.user.is_authenticated:
            return 0
        return Player.objects.filter(user=request.user.pk, deadline__isnull=False).count()

    return {
        "site_url": settings.SITE_URL,
        "waiting": SimpleLazyObject(count),
        "come_back": "" if request.path.startswith(ACCOUNTS) else request.path,
    }
