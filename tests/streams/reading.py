"""Reading streams in tests: whole frames, and what is in them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx

SSE = "text/event-stream"
NDJSON = "application/x-ndjson"


class Follower:
    """An open stream, read frame by frame."""

    def __init__(self, response: httpx.Response) -> None:
        self.response = response
        self._lines = response.iter_lines()

    def frame(self) -> dict[str, str]:
        """Return the fields of the next SSE frame; a comment stands under the empty name."""
        fields: dict[str, str] = {}
        for line in self._lines:
            if not line and fields:
                return fields
            if not line:
                continue
            name, _, value = line.partition(":")
            fields[name] = value.removeprefix(" ")
        raise EOFError

    def events(self) -> Iterator[dict[str, Any]]:
        """Yield what the ``data`` of each frame, or each line of JSON, says."""
        is_sse = self.response.headers["content-type"].startswith(SSE)
        for line in self._lines:
            text = line.removeprefix("data: ") if is_sse and line.startswith("data: ") else line
            if text.startswith("{"):
                yield json.loads(text)

    def take(self, count: int) -> list[dict[str, Any]]:
        """Return the next ``count`` events."""
        events = self.events()
        return [next(events) for _ in range(count)]


@contextmanager
def following(
    client: httpx.Client,
    path: str,
    accept: str = SSE,
    *,
    last: int | None = None,
    params: dict[str, Any] | None = None,
) -> Iterator[Follower]:
    """Open a stream for as long as the context lasts."""
    headers = {"Accept": accept} | ({} if last is None else {"Last-Event-ID": str(last)})
    with client.stream("GET", path, headers=headers, params=params) as response:
        yield Follower(response)
