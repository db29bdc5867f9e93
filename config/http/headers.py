"""What every answer says to the browser not to do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from config.http import robots_txt
from config.http.middleware import Middleware

CSP: Final = "Content-Security-Policy"

PAGE_POLICY: Final[Mapping[str, str]] = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "connect-src": "'self'",
    "font-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
    "require-trusted-types-for": "'script'",
    "trusted-types": "eleven",
}
"""Scripts and styles from our own files only, and no text that turns into script."""

ADMIN_POLICY: Final[Mapping[str, str]] = {
    "default-src": "'self'",
    "img-src": "'self' data:",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
API_POLICY: Final[Mapping[str, str]] = {"default-src": "'none'", "frame-ancestors": "'none'"}
API_DOCS_POLICY: Final[Mapping[str, str]] = {
    **ADMIN_POLICY,
    # Swagger UI and Redoc write their styles into the page and run a worker from a blob.
    "style-src": "'self' 'unsafe-inline'",
    "worker-src": "'self' blob:",
}

_PERMISSIONS: Final = ", ".join(
    f"{feature}=()"
    for feature in ("camera", "geolocation", "microphone", "payment", "usb", "browsing-topics")
)


def policy(directives: Mapping[str, str]) -> str:
    """Return a Content-Security-Policy as its header says it."""
    return "; ".join(f"{name} {sources}" for name, sources in directives.items())


_PARTS: Final = frozenset({"text/javascript", "text/css", "font/woff2"})
_MANIFEST: Final = "application/manifest+json"
_DRAWING: Final = "default-src 'none'; sandbox"
"""For our own drawings, which can be opened alone: they fetch and run nothing."""

_PAGE, _ADMIN, _API = policy(PAGE_POLICY), policy(ADMIN_POLICY), policy(API_POLICY)


def with_policy(directives: Mapping[str, str]) -> Callable[[Any], Any]:
    """Return a decorator that gives the answers of a view a policy of their own."""
    header = policy(directives)

    def decorate(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def answer(*args: Any, **kwargs: Any) -> HttpResponseBase:
            response = view(*args, **kwargs)
            response.headers[CSP] = header
            return response

        return answer

    return decorate


class HeadersMiddleware(Middleware):
    """Adds the security headers that Django does not; a view's own have precedence."""

    def after(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Return the response with the headers that it lacks."""
        headers = response.headers
        if request.path.startswith(robots_txt.PRIVATE):
            headers.setdefault(robots_txt.HEADER, "noindex")
        if response.status_code in (204, 304):
            # Django measures every body; these have none, and must not say so (RFC 9110, 8.6).
            headers.pop("Content-Length", None)
        if request.path.startswith("/api/"):
            headers.setdefault(CSP, _API)
            # Answers differ by who asks, and may be kept only to be asked about again.
            headers.setdefault("Cache-Control", "private, no-cache")
            return response
        headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        if _is_part_of_a_page(request, response):
            # These speak to documents and workers; with each file they weigh half a kilobyte.
            headers.pop("Cross-Origin-Opener-Policy", None)
            headers.pop("Referrer-Policy", None)
            return response
        if _is_drawing(request, response):
            headers.pop("Cross-Origin-Opener-Policy", None)
            headers.setdefault(CSP, _DRAWING)
            return response
        headers.setdefault(CSP, _ADMIN if request.path.startswith("/admin/") else _PAGE)
        headers.setdefault("Permissions-Policy", _PERMISSIONS)
        return response


def _is_part_of_a_page(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Return whether a browser never opens this automatically: a script, a style sheet, a font, or
    what it reads about the app.
    """
    kind = _kind_of(response)
    return kind == _MANIFEST or (kind in _PARTS and _is_static(request))


def _is_drawing(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Return whether this is a drawing of ours."""
    return _kind_of(response) == "image/svg+xml" and _is_static(request)


def _kind_of(response: HttpResponseBase) -> str:
    return str(response.headers.get("Content-Type", "")).partition(";")[0]


def _is_static(request: HttpRequest) -> bool:
    return request.path.startswith(f"/{settings.STATIC_URL.strip('/')}/")
