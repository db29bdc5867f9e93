"""Turns away what no page and no call of ours can mean, before anything looks at it."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any, Final

from django.core.exceptions import BadRequest
from django.http import HttpRequest
from django.utils.translation import gettext as _

from config.http.arrival import note_arrival
from config.http.errors.codes import CODES
from config.http.errors.handler import PROBLEM, for_every_origin, problem
from config.http.middleware import Middleware

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

MAX_BODY: Final = 1024 * 1024
"""The most that is read of any body. Views have limits of their own below this."""
MAX_BODY_SECONDS: Final = 20.0
"""Within this time a body has to arrive, however slowly it drips."""
MAX_ADDRESS: Final = 8 * 1024
MAX_HEAD: Final = 16 * 1024
MAX_ACCEPT: Final = 1024
"""Browsers send some hundred bytes. It is taken apart in the event loop and more than once."""

_CHARSET: Final = re.compile(rb';\s*charset\*?\s*=\s*(?:"(?:\\.|[^"\\])*"|[^;]*)', re.IGNORECASE)


class NoNulMiddleware(Middleware):
    """Refuses NUL in path, query and cookies: PostgreSQL would, with a crash instead of a word."""

    def before(self, request: HttpRequest) -> None:
        """Raise ``BadRequest`` where there is a NUL."""
        if (
            "\0" in request.path
            or "%00" in request.META.get("QUERY_STRING", "")
            # A quoted cookie may hold any byte in octal.
            or "\\000" in request.META.get("HTTP_COOKIE", "")
        ):
            raise BadRequest(_("The request contains NUL"))


class BoundedBody:
    """An ASGI application that reads the body for the one inside: all of it, or none.

    Django reads a body into a file for as long as it comes, and passes one without a length on
    as if it were empty. Here a body that is too long (413) or too slow (408) is refused, and
    one in chunks gets its length. When all of it is here, the request has arrived.
    """

    def __init__(self, app: Callable[[Any, Any, Any], Awaitable[None]]) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        scope = _without_charset(scope)
        headers = dict(scope["headers"])
        length = headers.get(b"content-length", b"0")
        has_body = b"transfer-encoding" in headers or length.lstrip(b"0") != b""
        if len(scope.get("raw_path", b"")) + len(scope.get("query_string", b"")) > MAX_ADDRESS:
            await _refuse(send, 414, "too_large", _("The address is too long."))
        elif refused := _judge_head(scope["headers"]):
            await _refuse(send, 431, "too_large", refused)
        elif not has_body:
            note_arrival(scope)
            await self.app(scope, receive, send)
        elif length.isdigit() and int(length[:12]) > MAX_BODY:
            await _refuse(
                send,
                413,
                "too_large",
                _("The request body can have up to {max_body} bytes.").format(max_body=MAX_BODY),
            )
        else:
            await self._with_body(scope, receive, send)

    async def _with_body(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            async with asyncio.timeout(MAX_BODY_SECONDS):
                body = await _read(receive)
        except TimeoutError:
            await _refuse(send, 408, "request_timeout", CODES["request_timeout"].meaning)
            return
        if body is None:
            await _refuse(
                send,
                413,
                "too_large",
                _("The request body can have up to {max_body} bytes.").format(max_body=MAX_BODY),
            )
            return
        kept = [
            (name, value)
            for name, value in scope["headers"]
            if name not in (b"content-length", b"transfer-encoding")
        ]
        scope = {**scope, "headers": [*kept, (b"content-length", str(len(body)).encode())]}
        note_arrival(scope)
        messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def replay() -> Message:
            return messages.pop() if messages else await receive()

        await self.app(scope, replay, send)


def _without_charset(scope: Scope) -> Scope:
    """Return the request with no charset in its Content-Type: all that is sent here is UTF-8.

    RFC 8259 says so of JSON, RFC 1866 gives a form none. Django would read the address by any named
    codec, one that is none of text included, and its pages of errors the form once more.
    """
    headers = [
        (name, _CHARSET.sub(b"", value) if name == b"content-type" else value)
        for name, value in scope["headers"]
    ]
    return {**scope, "headers": headers}


def _judge_head(headers: Iterable[tuple[bytes, bytes]]) -> str | None:
    """Return what is wrong with the length of a head, or None if nothing is."""
    head = accept = 0
    for name, value in headers:
        head += len(name) + len(value) + 4
        if name == b"accept":
            accept += len(value) + 1
    if accept > MAX_ACCEPT:
        return _("The Accept header can have up to {max_accept} bytes.").format(
            max_accept=MAX_ACCEPT
        )
    return (
        _("The headers can have up to {max_head} bytes.").format(max_head=MAX_HEAD)
        if head > MAX_HEAD
        else None
    )


async def _read(receive: Receive) -> bytes | None:
    """Return the body, or None as soon as it is longer than what is read."""
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise TimeoutError
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > MAX_BODY:
            return None
        if not message.get("more_body"):
            return b"".join(parts)


async def _refuse(send: Send, status: int, code: str, detail: str) -> None:
    body = json.dumps(problem(status, code, detail)).encode()
    headers = [
        (b"content-type", PROBLEM.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
        *((name.lower().encode(), value.encode()) for name, value in for_every_origin().items()),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
