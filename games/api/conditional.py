"""Answers that a client may keep, and a short way to say that they are still valid."""

from __future__ import annotations

from django.http import HttpResponse, HttpResponseNotModified
from rest_framework.request import Request

from config.languages import spoken

KEPT = "public, max-age=86400, immutable"
"""For what never changes under its address."""
ASKED_AGAIN = "no-cache"
"""Keep it, but ask each time whether it still holds."""

_FORM = 2
"""Raised when the same revision of a game is shown in another form."""


def etag_of(*parts: str | int) -> str:
    """Return an ETag of what an answer depends on."""
    if not spoken.is_default():
        # The same answer in another language is another answer.
        parts = (*parts, spoken.current())
    return f'"{_FORM}-{"-".join(str(part) for part in parts)}"'


def is_held(request: Request, etag: str) -> bool:
    """Return whether the client holds the answer that has this ETag."""
    header = request.META.get("HTTP_IF_NONE_MATCH")
    if header is None:
        return False
    # RFC 9110, 13.1.2: weak comparison, for a proxy that compresses makes an ETag weak.
    held = {tag.strip().removeprefix("W/") for tag in header.split(",")}
    return etag in held or "*" in held


def not_modified(etag: str, cache: str = ASKED_AGAIN) -> HttpResponse:
    """Return the answer that says: what you hold is still right."""
    # Has no Content-Type: a cache writes the headers of a 304 over those that it keeps.
    return HttpResponseNotModified(headers={"ETag": etag, "Cache-Control": cache})
