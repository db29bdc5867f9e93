"""Every code that the service can answer with is in the table that clients read."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from django.conf import settings

from config.http.errors.codes import CODES

STATUS_OF = {"Conflict": 409, "Forbidden": 403, "Unprocessable": 422, "NotFound": 404}


class Use(NamedTuple):
    """A code as it stands somewhere in the source."""

    where: str
    code: str
    status: int | None


def uses() -> Iterator[Use]:
    """Yield each code written in a refusal."""
    for app in ("config", "accounts", "games", "notifications"):
        for path in sorted((settings.BASE_DIR / app).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text())):
                if not isinstance(node, ast.Call):
                    continue
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                where = f"{path.relative_to(settings.BASE_DIR)}:{node.lineno}"
                if name == "Refusal" and len(node.args) > 1:
                    status, code = node.args[:2]
                    if isinstance(status, ast.Constant) and isinstance(code, ast.Constant):
                        yield Use(where, str(code.value), int(str(status.value)))
                if name in STATUS_OF:
                    for keyword in node.keywords:
                        if keyword.arg == "code" and isinstance(keyword.value, ast.Constant):
                            yield Use(where, str(keyword.value.value), STATUS_OF[name])


def test_each_code_in_the_source_is_in_the_table():
    found = list(uses())
    assert len(found) > 30
    assert [use for use in found if use.code not in CODES] == []


def test_each_code_bears_the_status_that_the_table_promises():
    wrong = [
        use for use in uses() if use.code in CODES and use.status not in CODES[use.code].statuses
    ]
    assert wrong == []


def test_the_table_is_fit_to_be_read():
    for code, known in CODES.items():
        assert code == code.lower()
        assert known.title
        assert known.title[-1] != "."
        assert known.meaning.endswith("."), code
        assert all(400 <= status < 600 for status in known.statuses)
