"""How events look on the wire."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any, Final, NamedTuple

from config.http.times import utc_ms
from games.shown.shapes.events import Event

RETRY_AFTER_MS: Final = range(1500, 4500)
"""How long a browser waits before it connects again: each a little differently, so that not all
come back at the same time when a server was restarted."""


class Form(StrEnum):
    """The forms in which a log can be followed; the values are media types."""

    SSE = "text/event-stream"
    NDJSON = "application/x-ndjson"


class Line(NamedTuple):
    """One event, written once however many streams carry it."""

    number: int
    type: str
    json: bytes


def line_of(record: Event | Mapping[str, Any]) -> Line:
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


def event(form: Form, line: Line, sent: int | None = None) -> bytes:
    """Return one event; of a live stream with the number by which the reader says it is there."""
    text = line.json if sent is None else b'%s,"n":%d}' % (line.json[:-1], sent)
    if form is Form.SSE:
        return b"id: %d\nevent: %s\ndata: %s\n\n" % (line.number, line.type.encode(), text)
    return text + b"\n"


def visitors(form: Form, game_id: str, here: Sequence[str], sent: int | None = None) -> bytes:
    """Return who is at a game: no event of the log, so it has no number there."""
    return beside(form, {"type": "presence", "game": game_id, "here": list(here)}, sent)


def draft(
    form: Form, game_id: str, side: str, formation: Mapping[str, Any], sent: int | None
) -> bytes:
    """Return how a side's formation stands while it is put together."""
    message = {"type": "draft", "game": game_id, "side": side, "formation": dict(formation)}
    return beside(form, message, sent)


def alive(form: Form, sent: int, server_time: str, paused_since: datetime | None) -> bytes:
    """Return the sign of life of a live stream, which shows whether the clocks are paused."""
    since = None if paused_since is None else utc_ms(paused_since)
    message = {"type": "alive", "server_time": server_time, "paused_since": since}
    return beside(form, message, sent)


def beside(form: Form, message: dict[str, Any], sent: int | None) -> bytes:
    """Return a record beside the log; a browser does not resume at it."""
    numbered = message if sent is None else message | {"n": sent}
    text = json.dumps(numbered, ensure_ascii=False, separators=(",", ":")).encode()
    if form is Form.SSE:
        return b"event: %s\ndata: %s\n\n" % (message["type"].encode(), text)
    return text + b"\n"


def keep_alive(form: Form) -> bytes:
    """Return what says that nothing has happened."""
    return b":\n\n" if form is Form.SSE else b"\n"


def closing(form: Form, reason: str) -> bytes:
    """Return the last bytes, for people who look at the stream."""
    return b": closed, %s\n\n" % reason.encode() if form is Form.SSE else b"\n"
