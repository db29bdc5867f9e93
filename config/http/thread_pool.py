"""How one web process answers many calls: a few threads that stay.

a2wsgi and Django's WSGI handler would do nearly the same. It is not used here because its threads
wait for the client: each part of an answer goes to the event loop by itself and the thread waits
until it was taken, after ten parts until the client has read some. Four who read a large file
slowly would stop all turns. Nor has it a bound on what waits, which would have to stand before it.
Measured beside it, one game read by eight clients in five rounds: 0.62 times as many a second (0.27
to 1.10, two shared cores).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import IO, Any, Final, NamedTuple, TypeVar

from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix
from django.utils import translation
from django.utils.translation import gettext as _

from config.http.errors.handler import API_PREFIX, for_every_origin, problem_response
from config.http.errors.refusals import Refusal

MOST_WAITING: Final = 500
"""So many requests of a process wait for a thread; one more is told at once to come again."""

T = TypeVar("T")


class Answer(NamedTuple):
    """A whole response as it goes over the wire."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class KeptThreads(ASGIHandler):
    """An ASGI application that answers each request from start to end in one of ``threads``.

    Django's own handler gives each request a thread and each thread a connection, and goes back
    and forth between it and the event loop for every view: four times the work. It is needed for
    what must not hold a thread, which is streams. Here a response is whole before it is sent.
    """

    def __init__(self, threads: int) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        self.threads = threads
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="web")
        self._places = threads + MOST_WAITING

    def submit(self, act: Callable[[], T]) -> Future[T]:
        """Let something be done where requests are answered, in turn with them."""
        return self._pool.submit(act)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request; with 503 where too many wait already."""
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        if self._places > 0:
            answer = await self._in_thread(scope, body)
        else:
            body.close()
            answer = _busy(scope)
        start = {"status": answer.status, "headers": answer.headers}
        await send({"type": "http.response.start", **start})
        await send({"type": "http.response.body", "body": answer.body})

    async def _in_thread(self, scope: Any, body: IO[bytes]) -> Answer:
        self._places -= 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._pool, self._answer, scope, body)
        finally:
            self._places += 1

    def _answer(self, scope: Any, body: IO[bytes]) -> Answer:
        with body:
            set_script_prefix(get_script_prefix(scope))
            signals.request_started.send(sender=self.__class__, scope=scope)
            request, refused = self.create_request(scope, body)
            response = self.get_response(request) if request else refused
            assert response is not None  # there is always one of the two
            try:
                return _whole(response)
            finally:
                # Gives the connection to the database back, in the thread that has it.
                response.close()


def _whole(response: HttpResponseBase) -> Answer:
    headers = [(name.encode("ascii"), value.encode("latin1")) for name, value in response.items()]
    for cookie in response.cookies.values():
        headers.append((b"Set-Cookie", cookie.output(header="").strip().encode("ascii")))
    return Answer(response.status_code, headers, response.getvalue())


def _busy(scope: Any) -> Answer:
    with translation.override(_language_of(scope)):
        return _refusal(scope["path"])


def _language_of(scope: Any) -> str:
    """Return the language that a request asks for which no middleware has seen."""
    request = HttpRequest()
    wanted = dict(scope["headers"]).get(b"accept-language", b"")
    request.META["HTTP_ACCEPT_LANGUAGE"] = wanted.decode("latin1")
    return translation.get_language_from_request(request)


def _refusal(path: str) -> Answer:
    again = {"Retry-After": "1"}
    if path.startswith(API_PREFIX):
        headers = {**again, **for_every_origin()}
        response = problem_response(
            Refusal(503, "busy", _("Nothing was done; ask again."), headers=headers)
        )
    else:
        text = _("Too much is going on here. Load the page again in a moment.") + "\n"
        response = HttpResponse(text, status=503, content_type="text/plain", headers=again)
    response.headers["Content-Length"] = str(len(response.content))
    return _whole(response)
