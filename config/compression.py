"""Pages travel compressed; static files are compressed beforehand, streams not at all."""

from __future__ import annotations

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class PageCompressionMiddleware(GZipMiddleware):
    """Compresses HTML. What the API answers is left alone: there, time is dearer than bytes."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Return the answer, compressed if it is a page and the browser can read that."""
        if response.streaming or not response.headers.get("Content-Type", "").startswith(
            "text/html"
        ):
            return response
        return super().process_response(request, response)
