"""``robots.txt`` (RFC 9309), and which pages no search engine shall list."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

NOT_READ: Final = ("/api/", "/admin/", "/operator/", "/oauth/")
"""Nothing there is for search engines. Private pages are not named here: an engine that may not
read a page doesn't see that it must not list it."""
PRIVATE: Final = (
    *NOT_READ, "/settings/", "/accounts/", "/me/", "/people/", "/new/", "/keep/", "/device/",
    "/challenges/", "/c/", "/report/", "/standing/", "/calendar/", "/unsubscribe/",
)  # fmt: skip
"""Where each page is one person's, or for those who have its address."""
HEADER: Final = "X-Robots-Tag"


@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """Return what search engines may read."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in NOT_READ)]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


def keep_unlisted(response: HttpResponse) -> HttpResponse:
    """Return the answer, marked as one that no search engine shall list."""
    response.headers[HEADER] = "noindex"
    return response
