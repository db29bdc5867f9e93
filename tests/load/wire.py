"""HTTP for players: one connection, tried again at the next web process when it breaks."""

from __future__ import annotations

import asyncio
import json
import random
import time
import uuid
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from tests.load.figures import Figures

ANSWER_SECONDS = 30.0
"""How long one attempt may take."""
PATIENCE = 120.0
"""How long a player tries, over all attempts."""
IDLE_SECONDS = 4.0
"""How long a connection is kept unused: a little less than a web process keeps it."""
BUSY = (429, 500, 502, 503, 504)


class NoAnswer(Exception):
    """No one answered for as long as a player has patience."""


class Answer(NamedTuple):
    """What came back."""

    status: int
    body: Any


@dataclass
class _Line:
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter


class Wire:
    """What one player speaks with the service through."""

    def __init__(self, ports: Sequence[int], first: int, figures: Figures) -> None:
        self.ports = ports
        self.turn = first
        self.figures = figures
        self.token = ""
        self._line: _Line | None = None
        self._used_at = 0.0

    async def ask(self, name: str, method: str, path: str, body: Any = None) -> Answer:
        """Return the answer, asked for until one comes; what changes something is done once."""
        key = "" if method == "GET" else str(uuid.uuid4())
        give_up_at, pause = time.monotonic() + PATIENCE, 0.05
        while True:
            began = time.perf_counter()
            try:
                async with asyncio.timeout(ANSWER_SECONDS):
                    answer = await self._exchange(method, path, body, key)
            except (OSError, EOFError, TimeoutError, asyncio.IncompleteReadError) as error:
                self.figures.note_error(name, _word(error))
            else:
                if answer.status not in BUSY:
                    self.figures.note(name, time.perf_counter() - began)
                    if answer.status >= 400:
                        self.figures.note_refusal(name, answer.status, answer.body)
                    return answer
                self.figures.note_error(name, str(answer.status))
                # What Retry-After says with it.
                pause = max(pause, 1.0)
            self.hang_up()
            self.turn += 1
            if time.monotonic() > give_up_at:
                raise NoAnswer(f"{method} {path}")
            await asyncio.sleep(random.uniform(pause, 2 * pause))
            pause = min(2 * pause, 4.0)

    async def follow(self, after: int | None) -> AsyncIterator[tuple[int, Any]]:
        """Yield the events of one stream with their numbers until it breaks; first its beginning
        with None."""
        line = await self._connect()
        try:
            head = self._head("GET", "/api/v1/events", "application/x-ndjson", b"", "")
            if after is not None:
                head = head.replace(b"\r\n\r\n", b"\r\nLast-Event-ID: %d\r\n\r\n" % after)
            line.writer.write(head)
            status, headers = await _read_head(line.reader)
            if status != 200:
                raise ConnectionRefusedError(f"the stream was refused with {status}")
            yield int(headers["last-event-id"]), None
            while text := await asyncio.wait_for(line.reader.readline(), 40):
                # Between the lines stand the lengths of the chunks they come in.
                if text.startswith(b"{"):
                    event = json.loads(text)
                    yield event["number"], event
        finally:
            line.writer.close()

    def hang_up(self) -> None:
        """Close the connection; the next question opens one."""
        if self._line:
            self._line.writer.close()
            self._line = None

    async def _exchange(self, method: str, path: str, body: Any, key: str) -> Answer:
        if time.monotonic() - self._used_at > IDLE_SECONDS:
            self.hang_up()
        if self._line is None:
            self._line = await self._connect()
        reader, writer = self._line.reader, self._line.writer
        content = b"" if body is None else json.dumps(body).encode()
        writer.write(self._head(method, path, "application/json", content, key) + content)
        status, headers = await _read_head(reader)
        text = await _read_body(reader, headers) if status != 204 else b""
        self._used_at = time.monotonic()
        if headers.get("connection", "").lower() == "close":
            self.hang_up()
        is_json = "json" in headers.get("content-type", "")
        return Answer(status, json.loads(text) if text and is_json else None)

    async def _connect(self) -> _Line:
        port = self.ports[self.turn % len(self.ports)]
        return _Line(*await asyncio.wait_for(asyncio.open_connection("127.0.0.1", port), 5))

    def _head(self, method: str, path: str, accept: str, content: bytes, key: str) -> bytes:
        lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", f"Accept: {accept}"]
        if self.token:
            lines.append(f"Authorization: Bearer {self.token}")
        if key:
            lines.append(f"Idempotency-Key: {key}")
        if content:
            lines += ["Content-Type: application/json", f"Content-Length: {len(content)}"]
        elif method != "GET":
            lines.append("Content-Length: 0")
        return "\r\n".join([*lines, "", ""]).encode()


async def _read_head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = head.split("\r\n")
    pairs = (line.partition(":") for line in lines if line)
    return int(first.split()[1]), {name.lower(): value.strip() for name, _, value in pairs}


async def _read_body(reader: asyncio.StreamReader, headers: dict[str, str]) -> bytes:
    if "content-length" in headers:
        return await reader.readexactly(int(headers["content-length"]))
    body = b""
    while size := int(await reader.readline(), 16):
        body += await reader.readexactly(size)
        await reader.readline()
    await reader.readline()
    return body


def _word(error: BaseException) -> str:
    if isinstance(error, TimeoutError):
        return "too late"
    return "no connection" if isinstance(error, ConnectionRefusedError) else "broken off"
