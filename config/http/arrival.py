"""When a request arrived: the moment by which what it asks for is judged.

A request may wait for a thread. How long is our affair and not the player's, so the moment is
noted when its last byte is here, before it waits for anything.
"""

from __future__ import annotations

from collections.abc import MutableMapping
from datetime import datetime
from typing import Any, Final

from django.http import HttpRequest
from django.utils import timezone

_KEY: Final = "arrived_at"


def note_arrival(scope: MutableMapping[str, Any]) -> None:
    """Note in an ASGI scope that its request has arrived now, body and all."""
    scope["state"] = {**scope.get("state", {}), _KEY: timezone.now()}


def arrived_at(request: HttpRequest) -> datetime:
    """Return when a request arrived; under WSGI, where no one noted it, that is now."""
    state = getattr(request, "scope", {}).get("state", {})
    arrived: datetime = state.get(_KEY) or timezone.now()
    return arrived
