"""What a call does not know is refused, by its name: in no call is a slip of the pen ignored."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from tests.api.document import document, operations
from tests.api.stage import Stage

WRITING = {"post", "put", "patch", "delete"}


@pytest.fixture
def caller(db: None) -> Caller:
    return Caller(Stage(timezone.now()))


class Caller:
    """Sends each call as its example does, with something changed."""

    def __init__(self, stage: Stage) -> None:
        self.stage, self.entries = stage, stage.operations()

    def send(
        self, method: str, path: str, operation: dict[str, Any], extra: dict[str, Any], query: str
    ) -> list[dict[str, str]]:
        """Return the errors with which a call is refused."""
        client, token = APIClient(), self.stage.token
        parameters: dict[str, Any] = {"token_id": 1, "decision_id": 1}
        for pattern, entry in self.entries.items():
            if re.search(pattern, f"{method.upper()} {path}"):
                parameters |= entry.get("parameters", {})
                token = entry.get("headers", {}).get("Authorization", token).removeprefix("Bearer ")
        answer = client.generic(
            method.upper(),
            path.format(**parameters) + query,
            json.dumps({**example(operation), **extra}) if method in WRITING else "",
            content_type="application/json",
            HTTP_AUTHORIZATION=f"Bearer {token}",
        )
        where = f"{method} {path}"
        assert answer.status_code == 400, f"{where}: {answer.status_code} {answer.content[:200]!r}"
        assert answer.json()["code"] == "invalid", where
        errors: list[dict[str, str]] = answer.json()["errors"]
        return errors


def example(operation: dict[str, Any]) -> dict[str, Any]:
    """Return the body that the document shows, if the call takes one."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    found: dict[str, Any] = content.get("example", {})
    return found


def test_no_call_takes_a_parameter_that_it_does_not_know(caller: Caller) -> None:
    for method, path, operation in operations():
        errors = caller.send(method, path, operation, {}, "?tunr=1")

        assert [(one["pointer"], one["code"], one["parameter"]) for one in errors] == [
            ("#/tunr", "unknown_parameter", "tunr")
        ], f"{method} {path}"


def test_no_call_takes_a_parameter_twice(caller: Caller) -> None:
    for method, path, operation in operations():
        for parameter in operation.get("parameters", ()):
            if parameter["in"] == "query":
                name = parameter["name"]
                errors = caller.send(method, path, operation, {}, f"?{name}=1&{name}=1")

                assert ("repeated", name) in [(one["code"], one["parameter"]) for one in errors], (
                    f"{method} {path} {name}"
                )


def test_no_call_takes_a_member_that_it_does_not_know(caller: Caller) -> None:
    for method, path, operation in operations():
        if method in WRITING:
            errors = caller.send(method, path, operation, {"tunr": 1}, "")

            assert ("#/tunr", "unknown_member") in [
                (one["pointer"], one["code"]) for one in errors
            ], f"{method} {path}"


FURTHER_IN = (
    ("patch /api/v1/me", {"notifications": {"tunr": 1}}, "#/notifications/tunr"),
    ("patch /api/v1/me", {"notifications": {"mail": {"tunr": 1}}}, "#/notifications/mail/tunr"),
    ("post /api/v1/push/subscriptions",
     {"keys": {"p256dh": "x", "auth": "y", "tunr": 1}}, "#/keys/tunr"),
)  # fmt: skip


def test_nor_one_further_in(caller: Caller) -> None:
    for call, changed, pointer in FURTHER_IN:
        (operation,) = [one for one in operations() if f"{one[0]} {one[1]}" == call]

        (error,) = caller.send(*operation, changed, "")

        assert (error["pointer"], error["code"]) == (pointer, "unknown_member")


def test_the_document_says_so_of_each_body() -> None:
    whole = document()
    open_ones = [
        f"{where} {name}"
        for where, operation in (
            (f"{method} {path}", operation) for method, path, operation in operations()
        )
        for body in operation.get("requestBody", {}).get("content", {}).values()
        for name, schema in _objects(whole, body["schema"])
        if schema.get("additionalProperties") is not False
    ]

    assert open_ones == []


def _objects(
    document: dict[str, Any], schema: dict[str, Any], name: str = "#"
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every object with members of its own within a schema."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        schema = document["components"]["schemas"][name]
    if "properties" in schema:
        yield name, schema
    inner = [
        *schema.get("properties", {}).values(),
        *schema.get("allOf", ()),
        *schema.get("anyOf", ()),
        *schema.get("oneOf", ()),
        *([schema["items"]] if "items" in schema else ()),
    ]
    for one in inner:
        yield from _objects(document, one, name)


def test_so_many_are_listed_that_the_answer_stays_small(caller: Caller) -> None:
    (operation,) = [
        one for one in operations() if f"{one[0]} {one[1]}" == "post /api/v1/challenges"
    ]

    errors = caller.send(*operation, {f"x{number}": 1 for number in range(2000)}, "")

    assert len(errors) == 50


def test_a_call_without_a_body_is_done_once_by_its_key(caller: Caller) -> None:
    (operation,) = [one for one in operations() if one[1].endswith("/cancel")]
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {caller.stage.token}")
    challenge = caller.entries["/cancel$"]["parameters"]

    answers = [
        client.post(operation[1].format(**challenge), {}, "json", HTTP_IDEMPOTENCY_KEY="one")
        for _ in range(2)
    ]

    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].content == answers[1].content


def test_what_is_misspelt_is_named_with_what_is_missing_for_it(caller: Caller) -> None:
    errors = caller.send("post", "/api/v1/auth/token", {}, {"user": "alice", "password": 5}, "")

    assert [(one["pointer"], one["code"]) for one in errors] == [
        ("#/username", "required"),
        ("#/password", "wrong_type"),
        ("#/user", "unknown_member"),
    ]
