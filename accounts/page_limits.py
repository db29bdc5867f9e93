"""Pages count against limits as calls of the API do, so that no reader has all of a service."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

from accounts.models import User
from config.http.client_ip import client_address
from config.http.errors.handler import API_PREFIX
from config.http.limits import Bucket, Verdict, consume, policy
from config.http.middleware import Middleware

USUAL: Final = 2
"""How many requests a page is worth, about one for ten milliseconds of work."""
WRITING: Final = 5
"""A form that is sent."""
LONG: Final = 10
"""The longest pages."""

View = TypeVar("View", bound=Callable[..., Any])


def costs(requests: int) -> Callable[[View], View]:
    """Say of a page's view how many requests one of it is worth."""

    def mark(view: View) -> View:
        view.cost = requests  # type: ignore[attr-defined]
        return view

    return mark


class PageLimitMiddleware(Middleware):
    """Counts a page by the person who is logged in, or by the address."""

    def process_view(
        self, request: HttpRequest, view: Any, *args: object
    ) -> HttpResponseBase | None:
        """Return 429 for one page too many, else ``None``. It is plain: it is to cost little."""
        if not settings.LIMITS_ON or request.path.startswith(API_PREFIX):
            return None
        cost = getattr(view, "cost", USUAL if request.method in ("GET", "HEAD") else WRITING)
        verdict = consume([_bucket(request, cost)])
        request.page_verdict = verdict  # type: ignore[attr-defined]
        if verdict.allowed:
            return None
        seconds = max(1, verdict.retry_after)
        text = _("Too many requests. Try again in {seconds} s.").format(seconds=seconds) + "\n"
        head = {"Retry-After": str(seconds)}
        return HttpResponse(text, status=429, content_type="text/plain", headers=head)

    def after(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Say where the reader stands, but not in what is kept for everyone."""
        verdict: Verdict | None = getattr(request, "page_verdict", None)
        if verdict is not None and "public" not in response.headers.get("Cache-Control", ""):
            for name, value in verdict.headers().items():
                response.headers[name] = value
        return response


def _bucket(request: HttpRequest, cost: int) -> Bucket:
    if isinstance(request.user, User):
        return Bucket(policy("session"), f"user:{request.user.pk}", cost)
    return Bucket(policy("address"), client_address(request), cost)
