"""What a view answers when a stream is asked for: what to follow and from where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from config.http.errors.refusals import invalid_parameter
from games.streams.frames import Form
from games.streams.presence import Visit

JSON: Final = "application/json"
_NAMES: Final = (Form.SSE.value, Form.NDJSON.value, "text/*")
"""One of these is in a header that asks for a stream: only such a one is taken apart, for that
happens in the event loop, on which everyone waits."""
LARGEST_NUMBER: Final = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Beginning:
    """Where a stream begins, as it was admitted."""

    log: str
    form: Form
    number: int
    """The number of the last event that the reader has."""
    newest: int
    owner: str
    """Whose stream it is, for the limits: a person, or an address where no one is logged in."""
    is_authenticated: bool
    visits: tuple[Visit, ...] = ()
    """The games at whose pages the reader is, for as long as the stream is open."""
    sides: Mapping[str, Mapping[int, str]] = field(default_factory=dict)
    """Who else plays these games on which side: their visits are reported."""
    live: str | None = None
    """The game that the reader plays live, of which formations are reported as they are put
    together and each record has the number by which it is seen."""


class StreamOffer(HttpResponse):
    """Passes through everything a view's answer passes through; then ``with_stream`` opens it."""

    def __init__(self, beginning: Beginning) -> None:
        super().__init__(content_type=beginning.form.value)
        self.beginning = beginning


def wanted_form(request: HttpRequest) -> Form | None:
    """Return the form in which a stream is asked for, or None where a page of JSON will do."""
    accepted = request.headers.get("Accept", "").lower()
    if request.method != "GET" or not any(name in accepted for name in _NAMES):
        return None
    chosen = request.get_preferred_type([JSON, Form.SSE.value, Form.NDJSON.value])
    return Form(chosen) if chosen in tuple(Form) else None


def wants_lines(request: HttpRequest) -> bool:
    """Return whether a list is asked for as lines of JSON rather than as a page."""
    return wanted_form(request) is Form.NDJSON


def asks_for_stream(scope: Mapping[str, Any]) -> bool:
    """Return whether a request, known by its ASGI scope alone, asks for a stream."""
    if scope["method"] != "GET" or not scope["path"].endswith(("/events", "/games")):
        return False
    request = HttpRequest()
    request.method = "GET"
    accepted = [value.decode("latin1") for name, value in scope["headers"] if name == b"accept"]
    request.META["HTTP_ACCEPT"] = ",".join(accepted)
    if scope["path"].endswith("/games"):
        return wants_lines(request)
    return wanted_form(request) is not None


def read_after(request: HttpRequest) -> int | None:
    """Return the number after which to begin, or None for "from now on"; refuse nonsense.

    The later of the two counts. A browser that connects again sends ``Last-Event-ID`` to the same
    address, in which ``?after=`` still says where it began long ago; a program that follows
    ``next`` of a page may send with it the number that it began with.
    """
    found = None
    for name, text in (
        ("after", request.GET.get("after")),
        ("Last-Event-ID", request.headers.get("Last-Event-ID") or None),
    ):
        if text is None:
            continue
        is_number = text.isascii() and text.isdigit() and len(text) <= 19
        if not is_number or int(text) > LARGEST_NUMBER:
            raise invalid_parameter(
                name, "malformed", _("Send the number of your last event, or 0 for all.")
            )
        found = max(found or 0, int(text))
    return found
