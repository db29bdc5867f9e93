"""Freeze the OpenAPI document of this version: `python -m tests.api.freeze`.

The copy has what clients depend on and no prose: `tests/api/test_frozen.py` holds later documents
to it. Freeze only with a new version in `config/developers/changes.py` and `pyproject.toml`.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Final

import django

from tests.api.compatibility import codes_of, losses, lost_webhooks

FROZEN: Final = Path(__file__).parent / "openapi-frozen.json"
PROSE: Final = {"description", "summary", "title", "example", "examples", "externalDocs"}


def without_prose(part: Any, *, is_named: bool = False) -> Any:
    """Return part of a document without its texts; ``is_named`` if its keys are names."""
    if isinstance(part, list):
        return [without_prose(one) for one in part]
    if not isinstance(part, dict):
        return part
    return {
        key: without_prose(one, is_named=key in ("properties", "schemas", "headers", "webhooks"))
        for key, one in part.items()
        if is_named or key not in PROSE
    }


def frozen_form(found: dict[str, Any]) -> dict[str, Any]:
    """Return what is kept of a document: calls, webhooks, shapes, and the codes of refusals."""
    kept: dict[str, Any] = {
        "info": {"version": found["info"]["version"]},
        "paths": without_prose(found["paths"], is_named=True),
        "webhooks": without_prose(found["webhooks"], is_named=True),
        "components": {"schemas": without_prose(found["components"]["schemas"], is_named=True)},
    }
    for path, methods in kept["paths"].items():
        for method, call in methods.items():
            for status, answer in call["responses"].items():
                answer["headers"] = {name: {} for name in answer.get("headers", {})}
                if status[0] in "45":
                    shown = found["paths"][path][method]["responses"][status]
                    answer["x-codes"] = sorted(codes_of(shown))
                    if status not in ("400", "409"):
                        answer.pop("content", None)  # One shape for all refusals.
    return kept


def frozen() -> dict[str, Any]:
    """Return the frozen document."""
    kept: dict[str, Any] = json.loads(FROZEN.read_text())
    return kept


def all_losses(first: dict[str, Any], now: dict[str, Any]) -> list[str]:
    """Return a line for each thing that a later document takes away."""
    return [*losses(first, now), *lost_webhooks(first, now)]


def objection(first: dict[str, Any], now: dict[str, Any]) -> str:
    """Return why this document can't take the place of the frozen one; empty if it can."""
    before, after = (tuple(map(int, one["info"]["version"].split("."))) for one in (first, now))
    if after <= before:
        return "First raise the version, as CONTRIBUTING.md says under Make a release."
    if all_losses(first, now) and after[0] == before[0]:
        return "Something is taken away. That needs a new major version, or leave it as it was."
    return ""


def main() -> None:
    """Write the document of this version down."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from tests.api.document import document

    if FROZEN.exists() and (why := objection(frozen(), document())):
        raise SystemExit(why)
    FROZEN.write_text(json.dumps(frozen_form(document()), indent=1, sort_keys=True) + "\n")
    print(f"Frozen: {FROZEN.name}")


if __name__ == "__main__":
    main()
