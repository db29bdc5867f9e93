"""``/healthz``, ``/readyz`` and ``/metrics``: what a machine asks before it sends people here.

They are answered before the host name, redirects and sessions are looked at, for anyone who probes
comes by address and speaks plain HTTP.
"""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable
from typing import Final

from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from prometheus_client import CONTENT_TYPE_LATEST

from config.backends.db.releases import NewerTables, check_tables
from config.http.middleware import Middleware
from config.observe import metrics
from config.observe.liveness import Sign, states_of_signs

OK: Final = "ok"
_LOOPBACK: Final = frozenset({"127.0.0.1", "::1", ""})


class ProbeMiddleware(Middleware):
    """Answers the three addresses of the probes and passes everything else on."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        if self.is_async:
            return self._acall(request)
        probe = PROBES.get(request.path)
        answer: HttpResponseBase = probe(request) if probe else self.get_response(request)
        return answer

    async def _acall(self, request: HttpRequest) -> HttpResponseBase:
        if probe := PROBES.get(request.path):
            return await sync_to_async(probe)(request)
        answer: HttpResponseBase = await self.get_response(request)
        return answer


def healthz(request: HttpRequest) -> HttpResponse:
    """Return 200 as long as the process answers at all; it asks no one else."""
    return HttpResponse("ok\n", content_type="text/plain")


def readyz(request: HttpRequest) -> HttpResponse:
    """Return 200 if turns can be played, else 503; and which part does not answer or hangs.

    Workers and sweeps leave their signs in Redis. Without Redis there are no limits, no live
    updates and late emails, but every turn is kept: to send people away from all web processes at
    the same time would be worse.
    """
    words = {"database": _ask(_ask_database), "redis": _ask(_ask_redis)}
    signs = states_of_signs(list(Sign)) if words["redis"] == OK else dict.fromkeys(Sign, "unknown")
    words |= {sign.value: word for sign, word in signs.items()}
    return JsonResponse(words, status=200 if words["database"] == OK else 503)


def show_metrics(request: HttpRequest) -> HttpResponse:
    """Return the figures to anyone who has the token, without one to this machine only."""
    if not _may_read_metrics(request):
        return HttpResponse(status=403)
    try:
        return HttpResponse(metrics.page(), content_type=CONTENT_TYPE_LATEST)
    finally:
        connection.close()


def _may_read_metrics(request: HttpRequest) -> bool:
    if settings.METRICS_TOKEN:
        given = request.headers.get("Authorization", "").removeprefix("Bearer ")
        return hmac.compare_digest(given.encode(), settings.METRICS_TOKEN.encode())
    # A proxy on this machine comes from loopback too, but says for whom it asks.
    is_forwarded = "X-Forwarded-For" in request.headers or "Forwarded" in request.headers
    return request.META.get("REMOTE_ADDR", "") in _LOOPBACK and not is_forwarded


def _ask(part: Callable[[], str]) -> str:
    try:
        return part()
    except Exception:  # on any error the part is not ready
        return "does not answer"


def _ask_database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SHOW transaction_read_only")
            is_read_only = cursor.fetchone()[0] == "on"
            if is_read_only:
                # The next one may be led to a database that can be written to.
                connection.is_left = True  # type: ignore[attr-defined]
    finally:
        connection.close()
    if is_read_only:
        return "is read-only"
    try:
        # Asked once; where the database was away when this process started.
        check_tables()
    except NewerTables:
        return "belongs to a newer release"
    return OK


def _ask_redis() -> str:
    # Anything else of the cache would pass over a Redis that is away.
    cache.ping()  # type: ignore[attr-defined]
    return OK


PROBES: Final[dict[str, Callable[[HttpRequest], HttpResponse]]] = {
    "/healthz": healthz,
    "/readyz": readyz,
    "/metrics": show_metrics,
}
