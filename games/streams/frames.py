"""How events look on the wire."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from enum import StrEnum
from typing import Any, Final, NamedTuple

RETRY_AFTER_MS: Final = range(1500, 4500)
"""How long a browser waits before it connects again: each a little differently, so that not all
come back at once when a server was restarted."""


class Form(StrEnum):
    """The forms in which a log can be followed; the values are media types."""

    SSE = "text/event-stream"
    NDJSON = "application/x-ndjson"


class Line(NamedTuple):
    """One event, written once however many streams carry it."""

    number: int
    type: str
    json: bytes


def line_of(record: dict[str, Any]) -> Line:
    """Return an event, as ``event_payload`` shows it, ready for the wire."""
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    return Line(record["number"], record["type"], text.encode())


def opening(form: Form, number: int) -> bytes:
    """Return the first bytes: they make a proxy let go of the headers.

    A browser keeps the ``id`` of an event without data and sends it when it connects again.
    """
    if form is Form.SSE:
        return b"retry: %d\nid: %d\n\n" % (secrets.choice(RETRY_AFTER_MS), number)
    return b"\n"


def event(form: Form, line: Line) -> bytes:
    """Return one event."""
    if form is Form.SSE:
        return b"id: %d\nevent: %s\ndata: %s\n\n" % (line.number, line.type.encode(), line.json)
    return line.json + b"\n"


def visitors(form: Form, game_id: str, here: Sequence[str]) -> bytes:
    """Return who is at a game: no event of the log, so it has no number."""
    told = {"type": "presence", "game": game_id, "here": list(here)}
    text = json.dumps(told, separators=(",", ":")).encode()
    if form is Form.SSE:
        return b"event: presence\ndata: %s\n\n" % text
    return text + b"\n"


def keep_alive(form: Form) -> bytes:
    """Return what says that nothing has happened."""
    return b":\n\n" if form is Form.SSE else b"\n"


def closing(form: Form, reason: str) -> bytes:
    """Return the last bytes, for people who look at the stream."""
    return b": closed, %s\n\n" % reason.encode() if form is Form.SSE else b"\n"
