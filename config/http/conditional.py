"""Answers that a client holds already, and changes to what it has read."""

from __future__ import annotations

import hashlib
import re
from typing import Any, Final

import orjson
from django.db import connection
from django.http import HttpResponse, HttpResponseNotModified
from rest_framework.request import Request

ASKED_AGAIN = "no-cache"
"""Keep it, but ask each time whether it still holds."""


_CLOCK: Final = re.compile(rb'"server_time":"[^"]*"')


def etag_of_content(data: Any) -> str:
    """Return the ETag of an answer, made from all that it says but the present time."""
    text = orjson.dumps(data, str, orjson.OPT_SORT_KEYS | orjson.OPT_NON_STR_KEYS)
    text = _CLOCK.sub(b"", text)
    return f'"{hashlib.sha256(text).hexdigest()[:24]}"'


def is_held(request: Request, etag: str) -> bool:
    """Return whether the client holds the answer that has this ETag."""
    return _names(request.META.get("HTTP_IF_NONE_MATCH"), etag)


def is_matched(request: Request, etag: str) -> bool:
    """Return whether a change is meant for what has this ETag, or names none."""
    header = request.META.get("HTTP_IF_MATCH")
    return header is None or _names(header, etag)


def not_modified(etag: str, cache: str = ASKED_AGAIN) -> HttpResponse:
    """Return the answer that says: what you hold is still right."""
    # Has no Content-Type: a cache writes the headers of a 304 over those that it keeps.
    return HttpResponseNotModified(headers={"ETag": etag, "Cache-Control": cache})


def lock_address(address: str) -> None:
    """Hold back other conditional changes at this address until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [address])


def _names(header: str | None, etag: str) -> bool:
    if header is None:
        return False
    # RFC 9110, 13.1.2: weak comparison, for a proxy that compresses makes an ETag weak.
    named = {tag.strip().removeprefix("W/") for tag in header.split(",")}
    return etag in named or "*" in named
