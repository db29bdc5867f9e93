"""What the frame of every page shows."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.models import Player


def frame(request: HttpRequest) -> dict[str, Any]:
    """Return ``waiting``, how many games wait for the reader; asked only where it is shown."""

    def count() -> int:
        if not request.user.is_authenticated:
            return 0
        return Player.objects.filter(user=request.user.pk, deadline__isnull=False).count()

    return {"waiting": SimpleLazyObject(count)}
