"""Who looks at a page: the person of the session, which was read with it."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.middleware import AuthenticationMiddleware, get_user
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare
from django.utils.functional import SimpleLazyObject

from accounts.models import User


class ReaderMiddleware(AuthenticationMiddleware):
    """Says who asks, as Django's own does, without a statement for it."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: _reader_of(request))  # type: ignore[assignment]


def _reader_of(request: HttpRequest) -> Any:
    """Return the person of the session; anything unusual is left to Django."""
    said = request.session.get
    user_id = said(SESSION_KEY)  # reads the session, and the person with it
    reader: User | None = getattr(request.session, "reader", None)
    if (
        reader is not None
        and reader.is_active
        and user_id == str(reader.pk)
        and said(BACKEND_SESSION_KEY) in settings.AUTHENTICATION_BACKENDS
        # The password is still the one by which the person logged in.
        and constant_time_compare(said(HASH_SESSION_KEY, ""), reader.get_session_auth_hash())
    ):
        request._cached_user = reader  # type: ignore[attr-defined]
    return get_user(request)
