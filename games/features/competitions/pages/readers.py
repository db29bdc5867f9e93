"""Who reads a page of competitions, and where they are."""

from __future__ import annotations

from datetime import tzinfo

from django.http import HttpRequest

from accounts import zones
from accounts.models import User


def reader(request: HttpRequest) -> User | None:
    """Return who reads, or ``None`` for anyone."""
    return request.user if isinstance(request.user, User) else None


def zone(user: User | None) -> tzinfo:
    """Return the reader's time zone."""
    return zones.zone_of(user.time_zone if user is not None else "UTC")
