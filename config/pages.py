"""A service's "no" as a page, for what is not asked through the API."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from config.api import API_PREFIX
from config.refusals import Refusal

TITLES = {
    HTTPStatus.FORBIDDEN: "Not allowed",
    HTTPStatus.NOT_FOUND: "Nothing here",
    HTTPStatus.CONFLICT: "Too late for that",
    HTTPStatus.TOO_MANY_REQUESTS: "A little slower",
}


class RefusalPageMiddleware:
    """Answers a ``Refusal`` that a page's view let through with a page that says why."""

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        self.get_response = get_response
        if iscoroutinefunction(get_response):
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> Any:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the page, or ``None`` where the error is not a refusal or not of a page."""
        if not isinstance(error, Refusal) or request.path.startswith(API_PREFIX):
            return None
        context = {
            "title": TITLES.get(HTTPStatus(error.status), "That did not work"),
            "detail": error.detail,
        }
        return render(request, "refused.html", context, status=error.status)
