"""The short way of calls by a token: past the middlewares that have nothing to do for them.

Most middlewares are for pages: static files, sessions, forms, guests. A call of a game that says
by a token who asks, and brings no cookie, passes the others alone, in their order. The answers are
the same to the byte (``tests/api/test_short_way.py``).
"""

from __future__ import annotations

from typing import Any, Final

from django.conf import settings
from django.core.handlers.base import BaseHandler
from django.core.handlers.exception import convert_exception_to_response
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.module_loading import import_string

_FOR_PAGES: Final = frozenset(
    {
        "config.observe.probes.ProbeMiddleware",
        "whitenoise.middleware.WhiteNoiseMiddleware",
        "config.http.pages.CompressionMiddleware",
        "config.http.frames.NoCookiesMiddleware",
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "accounts.reader.ReaderMiddleware",
        "config.http.language.AccountLanguageMiddleware",
        "allauth.account.middleware.AccountMiddleware",
        "accounts.guests.GuestMiddleware",
        "accounts.page_limits.PageLimitMiddleware",
        "accounts.renewal.RenewalMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
        "config.http.pages.RefusalPageMiddleware",
    }
)
"""What is passed by. A middleware that is added is on both ways until it is named here."""
_CALLS: Final = "/api/v1/games"
"""What programs ask for all day. None of these calls looks at a session."""


class ShortWay(BaseHandler):
    """A handler whose calls by a token take the short way."""

    def load_middleware(self, is_async: bool = False) -> None:
        """Make both ways."""
        super().load_middleware(is_async)
        self._short = _Short()

    def get_response(self, request: HttpRequest) -> HttpResponseBase:
        """Return the answer, by the way that the request may take."""
        return (
            self._short.get_response(request)
            if _is_call(request)
            else super().get_response(request)
        )


class _Short(BaseHandler):
    def __init__(self) -> None:
        self._view_middleware: list[Any] = []
        self._template_response_middleware: list[Any] = []
        self._exception_middleware: list[Any] = []
        respond = convert_exception_to_response(self._get_response)  # type: ignore[attr-defined]
        for name in reversed(settings.MIDDLEWARE):
            if name not in _FOR_PAGES:
                respond = convert_exception_to_response(import_string(name)(respond))
        self._middleware_chain = respond


def _is_call(request: HttpRequest) -> bool:
    return (
        request.path_info.startswith(_CALLS)
        and "HTTP_AUTHORIZATION" in request.META
        and "HTTP_COOKIE" not in request.META
    )
