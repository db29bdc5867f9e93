"""The OpenAPI document, made once a process: it takes a second, and many tests read it."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator


def document() -> dict[str, Any]:
    """Return the document that the service shows, for the caller to keep."""
    made: dict[str, Any] = json.loads(_text())
    return made


@cache
def _text() -> str:
    return json.dumps(SchemaGenerator().get_schema(request=None, public=True), default=str)
