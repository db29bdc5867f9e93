"""The OpenAPI document, made once a process: it takes a second, and many tests read it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator


def document() -> dict[str, Any]:
    """Return the document that the service shows, for the caller to keep."""
    made: dict[str, Any] = json.loads(_text())
    return made


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield method, path and description of every call that the document tells of."""
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            yield method, path, operation


@cache
def _text() -> str:
    return json.dumps(SchemaGenerator().get_schema(request=None, public=True), default=str)
