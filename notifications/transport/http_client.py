"""One SSRF-safe POST: the resolved address pinned, size and time bounded, no redirects."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from http.client import HTTPException
from typing import Final

from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import ConnectTimeoutError, HTTPError, NewConnectionError

from notifications.transport.ssrf import Target, find_target

CONNECT_SECONDS: Final = 5.0
TOTAL_SECONDS: Final = 8.0
MOST_READ: Final = 4096
"""Bytes of an answer that are looked at; the rest is not even fetched."""


class SendFailed(OSError):
    """The request did not get an answer."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back."""

    status: int
    body: bytes
    retry_after: float | None

    @property
    def is_success(self) -> bool:
        """Return whether it was taken."""
        return 200 <= self.status < 300


def post(
    url: str,
    body: bytes,
    headers: Mapping[str, str],
    seconds: float = TOTAL_SECONDS,
    *,
    method: str = "POST",
    most_read: int = MOST_READ,
) -> Answer:
    """Send a body to a URL and return the answer.

    Raises ``ForbiddenAddress``, ``UnknownAddress`` or ``SendFailed``. A redirect is an answer
    like any other: it is not followed.
    """
    target = find_target(url)
    until = time.monotonic() + seconds
    error: Exception | None = None
    for address in target.addresses:
        try:
            return _send_to(target, address, method, body, headers, until, most_read)
        except (ConnectTimeoutError, NewConnectionError) as failed:
            error = failed  # Nothing was sent: another address of the name may answer.
        except (HTTPError, HTTPException, OSError) as failed:
            raise SendFailed(_describe(failed)) from failed
        if time.monotonic() > until:
            break
    raise SendFailed(_describe(error)) from error


def _send_to(
    target: Target,
    address: str,
    method: str,
    body: bytes,
    headers: Mapping[str, str],
    until: float,
    most_read: int,
) -> Answer:
    connection = _connection(target, address)
    with _cut_off(connection, until) as keep_socket:
        connection.connect()
        keep_socket()
        connection.request(
            method,
            target.path,
            body=body,
            headers={**headers, "Host": _host_header(target)},
            preload_content=False,
        )
        response = connection.getresponse()
        retry_after = _seconds(response.headers.get("Retry-After"))
        content = b""
        # What the answer says matters less than its status: a body that breaks off is no failure.
        with contextlib.suppress(HTTPError, HTTPException, OSError):
            # As it comes and not unpacked: a packed bomb stays small.
            while (
                len(content) < most_read
                and time.monotonic() < until
                and (piece := response.read1(most_read, decode_content=False))
            ):
                content += piece
        return Answer(response.status, content[:most_read], retry_after)


def _connection(target: Target, address: str) -> HTTPConnection:
    if target.scheme == "http":
        return HTTPConnection(address, target.port, timeout=CONNECT_SECONDS)
    # The certificate must be that of the name, though the connection goes to the address.
    return HTTPSConnection(
        address,
        target.port,
        timeout=CONNECT_SECONDS,
        server_hostname=target.host,
        assert_hostname=target.host,
    )


@contextlib.contextmanager
def _cut_off(connection: HTTPConnection, until: float) -> Iterator[Callable[[], None]]:
    """Close the connection at the end, or when the time is over; yield what notes its socket.

    The time limit of a socket starts again with each byte: a slow drip could continue for hours.
    """
    kept: list[socket.socket] = []

    def keep() -> None:
        # Once the head of an answer has come, the connection may no longer know its socket.
        if connection.sock:
            kept.append(connection.sock)

    def cut() -> None:
        for sock in kept or [connection.sock]:
            with contextlib.suppress(OSError, AttributeError):
                sock.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(max(until - time.monotonic(), 0), cut)
    timer.daemon = True
    timer.start()
    try:
        yield keep
    finally:
        timer.cancel()
        connection.close()


def _host_header(target: Target) -> str:
    host = f"[{target.host}]" if ":" in target.host else target.host
    is_usual = target.port == (443 if target.scheme == "https" else 80)
    return host if is_usual else f"{host}:{target.port}"


def _seconds(text: str | None) -> float | None:
    return float(text) if text and text.isdigit() and len(text) < 6 else None


def _describe(error: Exception | None) -> str:
    # urllib3 begins with the object; people want what follows.
    return str(error).partition(">: ")[2] or str(error) or type(error).__name__
