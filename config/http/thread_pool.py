"""How one web process answers many calls: a few threads that stay, and turns among readers.

a2wsgi and Django's WSGI handler would do nearly the same. It is not used here because its threads
wait for the client: each part of an answer goes to the event loop separately and the thread waits
until it was taken, after ten parts until the client has read some. Four who read a large file
slowly would stop all turns. Nor has it a bound on what waits, which would have to be before it.
Measured beside it, one game read by eight clients in five rounds: 0.62 times as many a second (0.27
to 1.10, two shared cores).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import IO, Any, Final, NamedTuple

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
from config.http.fair_queue import Crowded, FairQueue, Waiting
from config.http.readers import Readers, address_in
from config.http.short_way import ShortWay

_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods whose answer no one misses who has hung up. Anything else was asked for and is done."""

IsUrgent = Callable[[Any], bool]
"""Says of the scope of a request whether it is served before all others."""


class Answer(NamedTuple):
    """A whole response as it goes over the wire."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class KeptThreads(ShortWay, ASGIHandler):
    """An ASGI application that answers each request from start to end in one of ``threads``.

    Django's own handler gives each request a thread and each thread a connection, and goes back
    and forth between it and the event loop for every view: four times the work. It is needed for
    what must not hold a thread, which is streams. Here a response is whole before it is sent.
    """

    def __init__(
        self, threads: int, readers: Readers | None = None, is_urgent: IsUrgent | None = None
    ) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        self.threads = threads
        self.waiting = FairQueue(threads)
        self._readers = readers or Readers()
        self._is_urgent = is_urgent
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="web")
        self._loop: asyncio.AbstractEventLoop | None = None
        self._alarm: asyncio.TimerHandle | None = None

    def submit(self, act: Callable[[], object]) -> Future[Any]:
        """Let something of the process itself be done where requests are, in turn with turns."""
        return self._begin(self.waiting.put(act))

    def _begin(self, waiting: Waiting) -> Future[Any]:
        # It does not matter which of those that wait this thread takes.
        self._pool.submit(self._work)
        return waiting.future

    def _work(self) -> None:
        """Do what may be done now, until there is no more of it."""
        while waiting := self._take():
            began = time.thread_time()
            try:
                result = waiting.act()
            except BaseException as error:
                self.waiting.done(waiting, time.thread_time() - began)
                waiting.future.set_exception(error)
            else:
                # Before the reader knows and may ask again.
                self.waiting.done(waiting, time.thread_time() - began)
                waiting.future.set_result(result)

    def _take(self) -> Waiting | None:
        waiting = self.waiting.take()
        rest = self.waiting.first_rest()
        if rest is not None and self._loop is not None:
            self._loop.call_soon_threadsafe(self._go_on_after, rest)
        return waiting

    def _go_on_after(self, rest: float) -> None:
        """See, in the event loop, that a thread looks at the queue when a reader has rested."""
        loop = asyncio.get_running_loop()
        if self._alarm is not None:
            if self._alarm.when() <= loop.time() + rest:
                return
            self._alarm.cancel()
        self._alarm = loop.call_later(rest, self._ring)

    def _ring(self) -> None:
        self._alarm = None
        self._pool.submit(self._work)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request; with 503 where too many wait already."""
        if self._loop is not (loop := asyncio.get_running_loop()):
            self._loop, self._alarm = loop, None
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        try:
            answer = await self._in_turn(scope, receive, body)
        except Crowded:
            body.close()
            answer = busy(scope)
        if answer is not None:
            await send_answer(send, answer)

    async def _in_turn(self, scope: Any, receive: Any, body: IO[bytes]) -> Answer | None:
        """Return the answer, or ``None`` where the client hung up before it was begun."""
        account = self._readers.account_of(scope)
        # Only whom we know: what a stranger calls a turn is refused, and can be so a little later.
        is_urgent = account is not None and self._is_urgent is not None and self._is_urgent(scope)
        waiting = self.waiting.put(
            partial(self._answer, scope, body),
            address_in(scope) if account is None else f"user:{account}",
            is_urgent=is_urgent,
        )
        answered = asyncio.wrap_future(self._begin(waiting))
        if scope["method"] in _SAFE:
            hung_up = asyncio.ensure_future(receive())
            try:
                await asyncio.wait((answered, hung_up), return_when=asyncio.FIRST_COMPLETED)
            finally:
                hung_up.cancel()
            if not answered.done() and self.waiting.take_back(waiting):
                body.close()
                return None
        answer: Answer = await answered
        return answer

    def _answer(self, scope: Any, body: IO[bytes]) -> Answer:
        with body:
            set_script_prefix(get_script_prefix(scope))
            signals.request_started.send(sender=self.__class__, scope=scope)
            request, refused = self.create_request(scope, body)
            response = self.get_response(request) if request else refused
            assert response is not None  # there is always one of the two
            try:
                if request:
                    self._readers.learn(scope, request, response.status_code)
                return _whole(response)
            finally:
                # Gives the connection to the database back, in the thread that has it.
                response.close()


def _whole(response: HttpResponseBase) -> Answer:
    headers = [(name.encode("ascii"), value.encode("latin1")) for name, value in response.items()]
    for cookie in response.cookies.values():
        headers.append((b"Set-Cookie", cookie.output(header="").strip().encode("ascii")))
    return Answer(response.status_code, headers, response.getvalue())


async def send_answer(send: Any, answer: Answer) -> None:
    """Send a whole response."""
    start = {"status": answer.status, "headers": answer.headers}
    await send({"type": "http.response.start", **start})
    await send({"type": "http.response.body", "body": answer.body})


def busy(scope: Any) -> Answer:
    """Return what a request is answered for which there is no room."""
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
            Refusal("busy", _("Nothing was changed. Try again."), headers=headers)
        )
    else:
        text = _("We're very busy right now. Reload the page in a moment.") + "\n"
        response = HttpResponse(text, status=503, content_type="text/plain", headers=again)
    response.headers["Content-Length"] = str(len(response.content))
    return _whole(response)
