"""What other sites put into their pages: it neither reads nor sets a cookie."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from config.http.middleware import Middleware

FRAMED: Final = ("/embed/", "/oembed")


class NoCookiesMiddleware(Middleware):
    """Forgets who looks before anything asks: a frame shows everyone the same."""

    def before(self, request: HttpRequest) -> None:
        """Drop the cookies of a request for a frame."""
        if request.path.startswith(FRAMED):
            request.COOKIES = {}

    def after(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Let what everyone may see be kept for everyone."""
        if request.path.startswith(FRAMED) and response.headers.get("Vary"):
            names = [name.strip() for name in response.headers["Vary"].split(",")]
            response.headers["Vary"] = ", ".join(name for name in names if name != "Cookie")
            if not response.headers["Vary"]:
                del response.headers["Vary"]
        return response
