"""Every wrong field that the service tells of bears a code from the table that clients read."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.contrib.auth import password_validation
from django.core.exceptions import ValidationError
from django.urls import get_resolver
from rest_framework import serializers

from config.http.errors.field_codes import FIELD_CODES, field_code, is_known
from config.http.fields import Input

BY_PLACE = {
    "invalid": 1,
    "invalid_parameter": 1,
    "field_error": 1,
    "parameter_error": 1,
    "ErrorDetail": 1,
    "_wrong_end": 1,
}
"""Where a code stands among the arguments."""
BY_NAME = {"ValidationError", "Invalid"}
FORWARDING = {
    "config/http/errors/refusals.py",
    "config/http/errors/handler.py",
    "games/refusals.py",
}
"""What passes codes on that were written elsewhere."""
PAGES = (
    "accounts/pages/",
    "accounts/second_factor.py",
    "accounts/oauth/",
    "games/pages/",
    "notifications/pages/",
)
"""Forms tell people, not programs."""


def literals(node: ast.expr | None) -> Iterator[object]:
    """Yield what an expression may be, None for what cannot be read here."""
    if isinstance(node, ast.IfExp):
        yield from literals(node.body)
        yield from literals(node.orelse)
    else:
        yield node.value if isinstance(node, ast.Constant) else None


def written() -> Iterator[tuple[str, object]]:
    """Yield each code of a field written in the source, None where one is missing."""
    for app in ("config", "accounts", "games", "notifications"):
        for path in sorted((settings.BASE_DIR / app).rglob("*.py")):
            file = str(path.relative_to(settings.BASE_DIR))
            if file in FORWARDING or file.startswith(PAGES):
                continue
            for node in ast.walk(ast.parse(path.read_text())):
                if not isinstance(node, ast.Call):
                    continue
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                named = [one.value for one in node.keywords if one.arg == "code"]
                given: ast.expr | None = named[0] if named else None
                if name in BY_PLACE:
                    if given is None and len(node.args) > BY_PLACE[name]:
                        given = node.args[BY_PLACE[name]]
                elif name not in BY_NAME or _holds_others(node):
                    continue
                # A code that is passed on is looked at where it is written.
                if getattr(given, "attr", getattr(given, "id", "")) in ("field_code", "code"):
                    continue
                for code in literals(given):
                    yield f"{file}:{node.lineno}", code


def _holds_others(node: ast.Call) -> bool:
    """Return whether an error is made of others, which bear the codes."""
    return bool(node.args) and isinstance(node.args[0], ast.Dict | ast.Name)


def test_each_error_in_the_source_has_a_code_of_the_table():
    found = list(written())

    assert len(found) > 15
    assert [place for place, code in found if code not in FIELD_CODES] == []


def bodies(kind: type[Input] = Input) -> Iterator[type[Input]]:
    """Yield every shape of what is sent."""
    for one in kind.__subclasses__():
        yield one
        yield from bodies(one)


def fields(field: serializers.Field) -> Iterator[serializers.Field]:
    yield field
    for inner in getattr(field, "fields", {}).values():
        yield from fields(inner)
    if child := getattr(field, "child", None):
        yield from fields(child)


def test_whatever_a_field_may_object_has_a_code_of_the_table():
    get_resolver().url_patterns  # noqa: B018 - the shapes are made with the addresses
    unknown = set()
    for body in bodies():
        for field in fields(body()):
            codes = {
                *field.error_messages,
                *(v.code for v in field.validators if hasattr(v, "code")),
            }
            unknown |= {(body.__name__, field.field_name, c) for c in codes if not is_known(c)}

    assert unknown == set()


@pytest.mark.parametrize("password", ["short", "password123", "alice-alice"])
def test_whatever_a_password_may_lack_has_a_code_of_the_table(password):
    from accounts.models import User

    with pytest.raises(ValidationError) as refused:
        password_validation.validate_password(password, User(username="alice-alice"))
    assert all(is_known(error.code) for error in refused.value.error_list)


def test_what_is_unknown_has_a_code_all_the_same():
    assert field_code("something_new") == field_code(None) == "malformed"


def test_the_table_is_fit_to_be_read():
    for code, meaning in FIELD_CODES.items():
        assert code == code.lower()
        assert meaning.endswith("."), code
