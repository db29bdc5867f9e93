"""Reads the body of an API request, and refuses what could only do harm."""

from __future__ import annotations

import json
import re
from typing import IO, Any

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework.parsers import BaseParser

from config.http.errors.refusals import Refusal

MAX_DEPTH = 12
# A string without an end takes all the rest: tried again from each quote, it would cost a
# square of the body's length.
_BRACKETS = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[\]{}]', re.DOTALL)
# Escapes that no text column can hold: NUL, and one half of a surrogate pair on its own.
_SURROGATE = re.compile("[\ud800-\udfff]")


class ObjectParser(BaseParser):
    """Parses ``application/json`` whose outermost value is an object."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Any = None,
    ) -> dict[str, Any]:
        """Return the object sent; raise ``Refusal`` for anything else."""
        limit = settings.API_MAX_BODY
        body = stream.read(limit + 1)
        if len(body) > limit:
            raise Refusal(
                "too_large",
                _("The request body can have up to {limit} bytes.").format(limit=limit),
            )
        return parse_object(body)


def parse_object(body: bytes) -> dict[str, Any]:
    """Return the JSON object in ``body``; raise ``Refusal`` if it is not exactly one."""
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as exc:
        raise _malformed(
            _("The request body isn't UTF-8 (byte {start}).").format(start=exc.start)
        ) from exc
    # An empty body says nothing, which is what calls without fields want.
    if not text.strip():
        return {}
    if _depth(text) > MAX_DEPTH:
        raise _malformed(
            _("The request body is nested deeper than {max_depth} levels.").format(
                max_depth=MAX_DEPTH
            )
        )
    try:
        value = json.loads(text, parse_constant=_no_constant, parse_float=_finite, parse_int=_whole)
    except ValueError as exc:
        raise _malformed(_("The request body isn't valid JSON: {exc}.").format(exc=exc)) from exc
    if not isinstance(value, dict):
        raise _malformed(_("The request body must be a JSON object."))
    if "\\u" in text and not _is_storable(value):
        raise _malformed(
            _(
                "The request body contains a character that isn't text (NUL or half a surrogate "
                "pair)."
            )
        )
    return value


def _malformed(detail: str) -> Refusal:
    return Refusal("malformed", detail)


def _depth(text: str) -> int:
    """Return how deep the brackets outside of strings are nested, without recursion."""
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return 0
    depth = deepest = 0
    for match in _BRACKETS.finditer(text):
        first = match.group()[0]
        if first in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif first in "]}":
            depth -= 1
    return deepest


def _no_constant(name: str) -> None:
    raise ValueError(_("{name} isn't a JSON number").format(name=name))


def _whole(digits: str) -> int:
    # Longer than any number that means something here; Python would stop at 4300 digits.
    if len(digits) > 100:
        raise ValueError(_("{x}… is out of range").format(x=digits[:20]))
    return int(digits)


def _finite(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise ValueError(_("{x} is out of range").format(x=digits[:20]))
    return number


def _is_storable(value: Any) -> bool:
    if isinstance(value, str):
        return "\0" not in value and not _SURROGATE.search(value)
    if isinstance(value, dict):
        return all(_is_storable(key) and _is_storable(item) for key, item in value.items())
    if isinstance(value, list):
        return all(map(_is_storable, value))
    return True
