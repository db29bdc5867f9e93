"""Who reads a page."""

from __future__ import annotations

from django.http import HttpRequest

from accounts.models import User


def reader_of(request: HttpRequest) -> User:
    """Return the person behind a request that came through ``login_required``."""
    assert isinstance(request.user, User), "the page is for those who are logged in"
    return request.user
