"""What our middleware has in common: it runs under WSGI and ASGI alike.

Django's own base class sends each half of a middleware to a thread under ASGI. Ours only look at
headers, so they stay where they are called.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest
from django.http.response import HttpResponseBase


class Middleware:
    """Looks at a request before the view and at its response after; neither may wait."""

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        self.get_response = get_response
        self.is_async = iscoroutinefunction(get_response)
        if self.is_async:
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        if self.is_async:
            return self._acall(request)
        self.before(request)
        return self.after(request, self.get_response(request))

    async def _acall(self, request: HttpRequest) -> HttpResponseBase:
        self.before(request)
        return self.after(request, await self.get_response(request))

    def before(self, request: HttpRequest) -> None:
        """Look at the request; an exception refuses it."""

    def after(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Return the response to send."""
        return response
