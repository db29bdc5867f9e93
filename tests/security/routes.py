"""Every address of the API with its methods, as the service itself knows them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.urls import URLPattern, URLResolver, get_resolver

from accounts.api.base import ApiView

EXAMPLES = {
    "game_id": "h4Xk93Qm",
    "challenge_id": "h4Xk93Qm",
    "username": "alice",
    "token_id": "1",
    "competition_id": "K7bX2mQa",
    "certificate_id": "c3RtQ8wZ",
    "section": "open",
    "match": "1.1",
}
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


class Route(NamedTuple):
    """One method of one address."""

    method: str
    path: str
    view: Any

    def __str__(self) -> str:
        return f"{self.method} {self.path}"


def api_routes() -> list[Route]:
    """Return each method of each REST view below ``/api/``."""
    return [
        Route(method, path, view)
        for path, callback in _walk(get_resolver().url_patterns, "/")
        if path.startswith("/api/")
        and issubclass(view := getattr(callback, "cls", object), ApiView)
        for method in METHODS
        if hasattr(view, method.lower())
    ]


def api_paths() -> set[str]:
    """Return each address below ``/api/``, whatever answers there."""
    return {path for path, _ in _walk(get_resolver().url_patterns, "/") if path.startswith("/api/")}


def other_paths() -> set[str]:
    """Return the addresses below ``/api/`` at which no view of ours answers."""
    return api_paths() - {route.path for route in api_routes()}


def _walk(patterns: list[Any], prefix: str) -> Iterator[tuple[str, Any]]:
    for pattern in patterns:
        path = prefix + _filled(str(pattern.pattern))
        if isinstance(pattern, URLResolver):
            yield from _walk(pattern.url_patterns, path)
        elif isinstance(pattern, URLPattern):
            yield path, pattern.callback


def _filled(pattern: str) -> str:
    return re.sub(r"<(?:\w+:)?(\w+)>", lambda match: EXAMPLES.get(match[1], "1"), pattern)
