"""Every wrong field that the service tells of bears a code from the table that clients read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import pytest
from django.contrib.auth import password_validation
from django.core.exceptions import ValidationError
from django.urls import get_resolver
from rest_framework import serializers

from config.http.errors.field_codes import FIELD_CODES, FieldCode, field_code, is_known
from config.http.fields import Input


def test_the_table_has_each_code_and_no_other():
    assert list(FIELD_CODES) == list(get_args(FieldCode))


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


def test_each_objection_of_a_field_has_a_code_of_the_table():
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
def test_each_fault_of_a_password_has_a_code_of_the_table(password):
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
