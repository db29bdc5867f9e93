"""What schemathesis is told of this service, read by it as ``SCHEMATHESIS_HOOKS``."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final
from zlib import crc32

import schemathesis

_TIME: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
_KEY: Final = "Idempotency-Key"
_KEYED: Final = "POST /api/v1/challenges"
"""One call with whose key everything is tried."""

_EVERY: Final = int(os.environ["EVERY"])
"""Of cases that differ in a value alone, the first is tried, and one of so many others."""
_alike: Counter[str] = Counter()

# Each can be deleted once.
_leavers: list[str] = json.loads(os.environ["LEAVERS"])


@schemathesis.hook
def filter_case(context: Any, case: Any) -> bool:
    """Leave out what ``test_every_call`` tries, a bad parameter that was sent among others, and
    most of what is alike."""
    told = case.meta.phase.data if case.meta else None
    parameter, words = getattr(told, "parameter", None), getattr(told, "description", None) or ""
    if _KEY in (parameter or words) and case.operation.label != _KEYED:
        return False
    if parameter and words.startswith(f"{parameter}: "):
        return False
    if not words:
        return True
    kind = "|".join(map(str, (case.operation.label, told.location, parameter, words)))
    _alike[kind] += 1
    return _alike[kind] == 1 or (_alike[kind] + crc32(kind.encode())) % _EVERY == 0


@schemathesis.hook
def before_call(context: Any, case: Any, kwargs: dict[str, Any]) -> None:
    """Let someone else leave once the one before has left."""
    headers = kwargs.get("headers") or {}
    if _ends_a_token(case) and headers.get("Authorization", "")[7:] in _leavers:
        headers["Authorization"] = f"Bearer {_leavers[0]}"


@schemathesis.hook
def after_call(context: Any, case: Any, response: Any) -> None:
    """Note that someone has left."""
    if _ends_a_token(case) and response.status_code == 204 and len(_leavers) > 1:
        del _leavers[0]


@schemathesis.check
def codes_are_documented(ctx: Any, response: Any, case: Any) -> None:
    """Each refusal bears one of the codes that the document gives its status there."""
    if response.status_code < 400:
        return
    problem = response.json()
    documented = case.operation.responses.find_by_status_code(response.status_code)
    if documented is not None:
        examples = documented.definition["content"]["application/problem+json"]["examples"]
        assert problem["code"] in examples, f"{problem['code']} is not among {sorted(examples)}"


@schemathesis.check
def times_are_written_alike(ctx: Any, response: Any, case: Any) -> None:
    """Each time is in UTC, to the second: ``2026-11-21T04:30:00Z``."""
    if response.headers.get("content-type", [""])[0].startswith("application/json"):
        for name, value in _members(response.json()):
            is_time = name.endswith(("_at", "_until", "_since")) or name == "deadline"
            assert not is_time or value is None or _TIME.fullmatch(value), f"{name}: {value}"


def _members(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield every member of every object within."""
    if isinstance(value, dict):
        yield from value.items()
    for inner in value.values() if isinstance(value, dict) else value:
        if isinstance(inner, dict | list):
            yield from _members(inner)


def _ends_a_token(case: Any) -> bool:
    paths = ("/api/v1/me", "/api/v1/auth/token")
    return bool(case.method.upper() == "DELETE" and case.path in paths)
