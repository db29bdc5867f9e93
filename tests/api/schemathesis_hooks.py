"""What schemathesis is told of this service, read by it as ``SCHEMATHESIS_HOOKS``."""

from __future__ import annotations

import json
import os
from typing import Any

import schemathesis

# Each can be deleted once.
_leavers: list[str] = json.loads(os.environ["LEAVERS"])


@schemathesis.hook
def before_call(context: Any, case: Any, kwargs: dict[str, Any]) -> None:
    """Let somebody else leave once the one before has left."""
    headers = kwargs.get("headers") or {}
    if _deletes_an_account(case) and headers.get("Authorization", "")[7:] in _leavers:
        headers["Authorization"] = f"Bearer {_leavers[0]}"


@schemathesis.hook
def after_call(context: Any, case: Any, response: Any) -> None:
    """Note that somebody has left."""
    if _deletes_an_account(case) and response.status_code == 204 and len(_leavers) > 1:
        del _leavers[0]


@schemathesis.check
def codes_are_documented(ctx: Any, response: Any, case: Any) -> None:
    """Each refusal bears one of the codes that the document gives its status there."""
    if response.status_code < 400:
        return
    problem = response.json()
    told = case.operation.definition.raw["responses"].get(str(response.status_code))
    if told is not None:
        examples = told["content"]["application/problem+json"]["examples"]
        assert problem["code"] in examples, f"{problem['code']} is not among {sorted(examples)}"


def _deletes_an_account(case: Any) -> bool:
    return bool(case.method.upper() == "DELETE" and case.path == "/api/v1/me")
