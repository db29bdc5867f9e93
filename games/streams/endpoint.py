"""An address that is a page to some and a stream to others."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from functools import wraps
from typing import Any, Final

from asgiref.sync import SyncToAsync, sync_to_async
from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.db import connections
from django.http import HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _

from config.http.connections import most_streams
from config.http.errors.handler import problem_response
from config.http.errors.refusals import Refusal
from games.streams import hub
from games.streams.negotiation import Beginning, StreamOffer, wanted_form
from games.streams.reading import in_thread

_HEADERS: Final = {
    "Cache-Control": "no-store, no-transform",
    # Asks nginx and those who do as it does to pass every byte on immediately.
    "X-Accel-Buffering": "no",
}


def with_stream(
    pages: Callable[..., HttpResponseBase],
) -> Callable[..., Awaitable[HttpResponseBase]]:
    """Return a view that opens the stream which ``pages`` offers, and passes on the rest.

    The view of pages is asked in both cases: who may read, how often, and how a refusal looks
    is decided in one place.
    """

    @wraps(pages)
    async def view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if wanted_form(request) is None:
            response = await sync_to_async(pages)(request, *args, **kwargs)
        elif not isinstance(request, ASGIRequest):
            response = problem_response(not_here())
        else:
            response = await in_thread(pages, request, *args, **kwargs)
            if isinstance(response, StreamOffer):
                response = _open(response, request)
        patch_vary_headers(response, ("Accept",))
        return response

    return view


def _open(offer: StreamOffer, request: HttpRequest) -> HttpResponseBase:
    if len(hub.current_streams()) >= min(settings.MOST_STREAMS, most_streams()):
        full = _("This server has no room for more streams. Connect again.")
        return problem_response(Refusal("busy", full, headers={"Retry-After": "5"}))
    if not hub.current_hub().has_room_for(offer.beginning):
        full = _("You have too many open streams. Close some, or connect again later.")
        return problem_response(Refusal("busy", full, headers={"Retry-After": "5"}))
    response = StreamingHttpResponse(_body(offer.beginning, request))
    for name, value in (dict(offer.items()) | _HEADERS).items():
        response[name] = value
    response["Last-Event-ID"] = str(offer.beginning.number)
    return response


async def _body(beginning: Beginning, request: HttpRequest) -> AsyncIterator[bytes]:
    await release_thread()
    async for chunk in hub.current_hub().follow(beginning, request):
        yield chunk


async def release_thread() -> None:
    """Let go of the thread, and its connection, that asgiref keeps for each request.

    It would be kept until the answer is complete, which here can take days. Called when all
    middleware is done; what little follows at the very end gets a new thread.
    """
    await sync_to_async(connections.close_all)()
    context = SyncToAsync.thread_sensitive_context.get(None)
    executor = SyncToAsync.context_to_thread_executor.pop(context, None) if context else None
    if executor is not None:
        executor.shutdown(wait=False)


def not_here() -> Refusal:
    return Refusal(
        "stream_unavailable",
        "This server answers in pages only. Ask for application/json and poll with ?after=, or "
        "use the address under which the service offers streams.",
    )
