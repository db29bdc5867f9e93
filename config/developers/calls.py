"""Links from the calls that the pages name to the reference."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from django.urls import reverse
from drf_spectacular.generators import EndpointEnumerator

from config.http.openapi import call_of, tag_of

_CODE: Final = re.compile(r"<(a|pre)\b.*?</\1>|<code>([^<]*)</code>", re.DOTALL)
_CALL: Final = re.compile(r"((?:[A-Z]+, )*[A-Z]+) (/[^?\s]*)(\?.*)?")
_PART: Final = re.compile(r"{[^}]*}")


def linked(text: str) -> str:
    """Return the text of a page in which each call leads to its place in the reference."""
    return _CODE.sub(_link, text)


def calls_in(code: str) -> list[tuple[str, str]]:
    """Return the methods and addresses that a piece of code names, without names of parts."""
    named = _CALL.fullmatch(" ".join(html.unescape(code).split()))
    return [(method, _PART.sub("{}", named[2])) for method in named[1].split(", ")] if named else []


@cache
def places() -> Mapping[tuple[str, str], str]:
    """Return the address in the reference of each call, by method and address."""
    docs = reverse("api_docs")
    found = {}
    for path, _, method, view in EndpointEnumerator().get_api_endpoints():  # type: ignore[no-untyped-call]
        if call := call_of(view.cls, method):
            address = _PART.sub("{}", path.removeprefix("/api/v1"))
            found[method, address] = f"{docs}#/{tag_of(path)}/{call.name}"
    return found


def _link(code: re.Match[str]) -> str:
    calls = calls_in(code[2] or "")
    place = places().get(calls[0]) if calls else None
    return f'<a href="{place}">{code[0]}</a>' if place else code[0]
