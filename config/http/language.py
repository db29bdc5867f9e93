"""The language of an answer, and the headers that say so."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.cache import patch_vary_headers

from config.http.errors.handler import API_PREFIX
from config.http.middleware import Middleware

_TRANSLATED: Final = ("text/html", "text/plain", "text/calendar", "application/", "image/svg")
"""Types of answers that may hold a sentence."""


class RequestLanguageMiddleware(Middleware):
    """Speaks as ``Accept-Language`` asks; what comes later may know the person better."""

    def before(self, request: HttpRequest) -> None:
        """Put the language on. Each request does, so none inherits that of the one before."""
        translation.activate(translation.get_language_from_request(request))

    def after(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Return the response, which says in which language it is and on what that depends."""
        if request.path.startswith(settings.STATIC_URL):
            return response
        if response.headers.get("Content-Type", "").startswith(_TRANSLATED):
            patch_vary_headers(response, ("Accept-Language",))
            if "Idempotency-Replayed" not in response.headers:
                response.headers.setdefault("Content-Language", translation.get_language() or "en")
        return response


class AccountLanguageMiddleware(Middleware):
    """Speaks to anyone logged in on a page in the language of the account.

    Not under ``/api/``: there a call says by ``Accept-Language`` what it wants, also one of our
    own scripts, and nothing is asked of the database before the call itself does.
    """

    def before(self, request: HttpRequest) -> None:
        """Put the language on; a visitor's is on already."""
        if request.path.startswith(API_PREFIX) or self.is_async:
            return
        if settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return
        chosen = getattr(request.user, "language", "")
        if chosen and chosen in dict(settings.LANGUAGES):
            translation.activate(chosen)
