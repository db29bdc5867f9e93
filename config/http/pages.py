"""What only pages need: a service's "no" as a page, and less to carry over a slow net."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.text import compress_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.http.errors.handler import API_PREFIX
from config.http.errors.refusals import Refusal
from config.http.middleware import Middleware

TITLES = {
    HTTPStatus.FORBIDDEN: gettext_lazy("Not allowed"),
    HTTPStatus.NOT_FOUND: gettext_lazy("Nothing here"),
    HTTPStatus.CONFLICT: gettext_lazy("Too late for that"),
    HTTPStatus.TOO_MANY_REQUESTS: gettext_lazy("A little slower"),
}


class RefusalPageMiddleware(Middleware):
    """Answers a ``Refusal`` that a page's view let through with a page that says why."""

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the page, or ``None`` where the error is not a refusal or not of a page."""
        if not isinstance(error, Refusal) or request.path.startswith(API_PREFIX):
            return None
        context = {
            "title": TITLES.get(HTTPStatus(error.status), _("That did not work")),
            "detail": error.detail,
        }
        return render(request, "refused.html", context, status=error.status)


COMPRESSED: Final = ("text/", "application/manifest+json")
LEAST: Final = 500
"""Bytes under which compressing is not worth the while."""
PADDING: Final = 100
"""At most so many random bytes hide the true length, so that nobody guesses a secret from it."""


class CompressionMiddleware(Middleware):
    """Sends pages compressed; answers of the API are short, and streams must not wait."""

    def after(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Return the response, compressed if it is a page and the browser can read that."""
        if (
            not isinstance(response, HttpResponse)
            or request.path.startswith(API_PREFIX)
            or len(response.content) < LEAST
            or response.has_header("Content-Encoding")
            or not response.headers.get("Content-Type", "").startswith(COMPRESSED)
        ):
            return response
        patch_vary_headers(response, ("Accept-Encoding",))
        if "gzip" in request.headers.get("Accept-Encoding", ""):
            response.content = compress_string(response.content, max_random_bytes=PADDING)
            response.headers["Content-Length"] = str(len(response.content))
            response.headers["Content-Encoding"] = "gzip"
        return response
