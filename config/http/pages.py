"""What only pages need: a service's "no" as a page, and less to carry over a slow net."""

from __future__ import annotations

import secrets
from http import HTTPStatus
from typing import Final

import brotli
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
    HTTPStatus.NOT_FOUND: gettext_lazy("Not found"),
    HTTPStatus.CONFLICT: gettext_lazy("Too late"),
    HTTPStatus.TOO_MANY_REQUESTS: gettext_lazy("Too fast"),
}


class RefusalPageMiddleware(Middleware):
    """Answers a ``Refusal`` that a page's view let through with a page that says why."""

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the page, or ``None`` where the error is not a refusal or not of a page."""
        if not isinstance(error, Refusal) or request.path.startswith(API_PREFIX):
            return None
        context = {
            "title": TITLES.get(HTTPStatus(error.status), _("That didn't work")),
            "detail": error.detail,
        }
        return render(request, "refused.html", context, status=error.status)


COMPRESSED: Final = ("text/", "application/manifest+json", "image/svg+xml")
LEAST: Final = 500
"""Bytes under which compressing is not worth the while."""
PADDING: Final = 100
"""At most so many random bytes hide the true length, so that no one guesses a secret from it."""


_SECRET_NAMES: Final = frozenset({"token", "secret", "key", "uidb36", "user_code"})


def unpacked(response: HttpResponse) -> HttpResponse:
    """Return a page that shows a secret, to be sent as it is.

    The length of a packed page shows something of what is in it (``compression``).
    """
    response.holds_secret = True  # type: ignore[attr-defined]
    return response


def _holds_secret(request: HttpRequest, response: HttpResponse) -> bool:
    """Return whether a page says so, has a secret in its address, or sets up a second factor."""
    match = request.resolver_match
    if match is None or getattr(response, "holds_secret", False):
        return match is not None
    return bool(_SECRET_NAMES & match.kwargs.keys()) or (match.url_name or "").startswith("mfa_")


class CompressionMiddleware(Middleware):
    """Sends pages compressed; answers of the API are short, and streams must not wait."""

    def after(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Return the response, compressed if it is a page and the browser can read that."""
        if (
            not isinstance(response, HttpResponse)
            or request.path.startswith(API_PREFIX)
            or len(response.content) < LEAST
            or response.has_header("Content-Encoding")
            or _holds_secret(request, response)
            or not response.headers.get("Content-Type", "").startswith(COMPRESSED)
        ):
            return response
        patch_vary_headers(response, ("Accept-Encoding",))
        packed = pack(response, accepted_by(request))
        if packed is not None:
            response.headers["Content-Encoding"], response.content = packed
            response.headers["Content-Length"] = str(len(response.content))
        return response


def accepted_by(request: HttpRequest) -> set[str]:
    """Return what the browser can unpack."""
    named = request.headers.get("Accept-Encoding", "").split(",")
    return {name.partition(";")[0].strip() for name in named if not name.endswith("q=0")}


def pack(response: HttpResponse, accepted: set[str]) -> tuple[str, bytes] | None:
    """Return how the body is packed, and the body so; ``None`` where it must go as it is."""
    if "br" in accepted and response.headers["Content-Type"].startswith("text/html"):
        padding = secrets.token_urlsafe(PADDING)[: secrets.randbelow(PADDING)]
        return "br", brotli.compress(response.content + f"<!--{padding}-->".encode(), quality=5)
    if "gzip" in accepted:
        return "gzip", compress_string(response.content, max_random_bytes=PADDING)
    return None
