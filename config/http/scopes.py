"""The scope that a call needs, as its view declares it; documents and permissions read it here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

NOT_FOR_GUESTS: Final = frozenset({"account:write", "competitions:write", "webhooks:write"})
"""Scopes that a guest's session lacks."""


def scope_of(view: Any, method: str) -> str | None:
    """Return the scope that a method of a view needs, or None if anyone may call it."""
    if method == "OPTIONS":
        return None
    declared = view.scope
    if isinstance(declared, Mapping):
        # A method without an entry does not exist; in any case it needs a login.
        return declared.get(method, declared.get("GET", "account:write"))
    return declared
