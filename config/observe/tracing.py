"""One id for a request and for all that follows from it, over web processes and workers."""

from __future__ import annotations

import logging
import re
import secrets
import time
from collections.abc import Awaitable
from typing import TYPE_CHECKING, Any, Final

import structlog
from celery import Task
from celery.exceptions import Retry
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from config import spans
from config.backends.task_signal import SPANS_HEADER
from config.http.middleware import Middleware
from config.observe import counts, metrics
from config.observe.logs import HIDDEN, Facts, hide_in_text

if TYPE_CHECKING:
    from opentelemetry.trace import Span

_SECRET_ARGUMENT: Final = re.compile(r"(?:token|secret|key|code|uid)\w*(?<!_id)$", re.IGNORECASE)
_PEOPLE: Final = ("username", "name")
"""Arguments of addresses that say who someone is: a log outlives accounts."""
_LONG_PART: Final = re.compile(r"[^/]{16,}")
_REQUEST_ID: Final = re.compile(r"[A-Za-z0-9_-]{8,64}")
_TASK_HEADER: Final = "x_request_id"

log = logging.getLogger("config.requests")


def shown_path(request: HttpRequest) -> str:
    """Return the path of a request with secrets and names of people blotted out, never its query.

    A request that was answered before its address was resolved, such as one by plain HTTP or
    without the last slash, may have the same: of it only the first part is written down.
    """
    path, match = request.path, request.resolver_match
    if match is None:
        first, *rest = path.lstrip("/").split("/", 1)
        path = f"/{_LONG_PART.sub(HIDDEN, first)}" + (f"/{HIDDEN}" if any(rest) else "")
    for name, value in (match.kwargs if match else {}).items():
        if value and (name in _PEOPLE or _SECRET_ARGUMENT.search(name)):
            path = re.sub(rf"(?<=[/-]){re.escape(str(value))}", HIDDEN, path)
    return hide_in_text(path)[:200]


class RequestLogMiddleware(Middleware):
    """Gives each request an id, times it, counts it and writes one line about it."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        if self.is_async:
            return self._acall(request)
        began, request_id = time.perf_counter(), _request_id(request)
        with (
            structlog.contextvars.bound_contextvars(request_id=request_id),
            spans.span("request", "SERVER", request_id=request_id) as span,
        ):
            response: HttpResponseBase = self.get_response(request)
            return _logged(request, response, request_id, time.perf_counter() - began, span)

    async def _acall(self, request: HttpRequest) -> HttpResponseBase:
        began, request_id = time.perf_counter(), _request_id(request)
        with (
            structlog.contextvars.bound_contextvars(request_id=request_id),
            spans.span("request", "SERVER", request_id=request_id) as span,
        ):
            response: HttpResponseBase = await self.get_response(request)
            return _logged(request, response, request_id, time.perf_counter() - began, span)


def _request_id(request: HttpRequest) -> str:
    given = request.headers.get("X-Request-ID", "")
    return given if _REQUEST_ID.fullmatch(given) else secrets.token_hex(8)


def _logged(
    request: HttpRequest,
    response: HttpResponseBase,
    request_id: str,
    seconds: float,
    span: Span | None,
) -> HttpResponseBase:
    match = request.resolver_match
    route = match.route if match else "unknown"
    metrics.count_request(request.method or "", route, response.status_code, seconds)
    if span:
        span.update_name(f"{request.method} /{route}")
        span.set_attribute("http.request.method", request.method or "")
        span.set_attribute("http.route", f"/{route}")
        span.set_attribute("http.response.status_code", response.status_code)
        if response.status_code >= 500:
            spans.note_failure(span, str(response.status_code))
    level = logging.ERROR if response.status_code >= 500 else logging.INFO
    if log.isEnabledFor(level):
        facts = Facts(
            method=request.method,
            path=shown_path(request),
            status=response.status_code,
            ms=round(seconds * 1000, 1),
        )
        if match and "game_id" in match.kwargs:
            facts["game"] = match.kwargs["game_id"]
        facts.update(event="request", request_id=request_id)
        log.log(level, facts)
    response.headers["X-Request-ID"] = request_id
    return response


class LoggedTask(Task):  # type: ignore[type-arg]
    """A task whose lines have its id and that of the request which asked for it."""

    abstract = True

    def apply_async(self, *args: Any, **options: Any) -> Any:
        asked_by = structlog.contextvars.get_contextvars().get("request_id")
        headers = {**(options.get("headers") or {})}
        if asked_by:
            headers[_TASK_HEADER] = asked_by
        if span := spans.present():
            headers[SPANS_HEADER] = [span]
        if headers:
            options["headers"] = headers
        return super().apply_async(*args, **options)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        known = {"task": self.name, "task_id": self.request.id}
        asked_by = self.request.get(_TASK_HEADER)
        if asked_by:
            known["request_id"] = asked_by
        if self.request.called_directly or self.request.is_eager:
            with structlog.contextvars.bound_contextvars(**known):
                return super().__call__(*args, **kwargs)
        # Not unbound at the end: Celery writes its own line about the task only after that.
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(**known)
        began, outcome = time.perf_counter(), "failure"
        try:
            with spans.span(self.name, "CONSUMER", self.request.get(SPANS_HEADER) or (), **known):
                done = super().__call__(*args, **kwargs)
            outcome = "success"
            return done
        except Retry:
            outcome = "retry"
            raise
        finally:
            counts.TASKS.add(self.name, outcome)
            counts.TASK_SECONDS.add(self.name, by=time.perf_counter() - began)
            counts.flush()
