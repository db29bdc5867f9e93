"""The document as calls: what a client has a function for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

Schema = dict[str, Any]

PREFIX: Final = "/api/v1"


class Query(NamedTuple):
    """A member of the query of a call."""

    name: str
    schema: Schema
    is_required: bool


class Call(NamedTuple):
    """A call; ``path`` has the names of ``places`` in braces, ``answers`` are in JSON."""

    name: str
    summary: str
    method: str
    path: str
    places: tuple[str, ...]
    query: tuple[Query, ...]
    body: Schema | None
    needs_body: bool
    answers: tuple[Schema, ...]


def calls(document: dict[str, Any]) -> Iterator[Call]:
    """Yield all calls in the order of their names, but for those that answer with a file alone."""
    found = [
        (operation["operationId"], path, method, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]
    for name, path, method, operation in sorted(found, key=lambda one: one[0]):
        answers = operation["responses"].items()
        good = [_found(document, it) for code, it in answers if code.startswith("2")]
        kinds = [kind for answer in good for kind in answer.get("content", {})]
        if kinds and "application/json" not in kinds:
            continue
        parameters = [_found(document, it) for it in operation.get("parameters", ())]
        body = _found(document, operation.get("requestBody", {}))
        yield Call(
            name,
            operation["summary"],
            method.upper(),
            path.removeprefix(PREFIX),
            tuple(it["name"] for it in parameters if it["in"] == "path"),
            tuple(
                Query(it["name"], it["schema"], it.get("required", False))
                for it in parameters
                if it["in"] == "query"
            ),
            body["content"]["application/json"]["schema"] if body else None,
            body.get("required", False),
            tuple(
                answer["content"]["application/json"]["schema"]
                for answer in good
                if "application/json" in answer.get("content", {})
            ),
        )


def bases_of(schema: Schema) -> list[str]:
    """Return the names of the shapes whose members a shape has besides its own."""
    return [target_of(one) for one in schema.get("allOf", ()) if "$ref" in one]


def own_part(schema: Schema) -> Schema:
    """Return what a shape says beside its bases."""
    return next((one for one in schema.get("allOf", ()) if "$ref" not in one), schema)


def target_of(schema: Schema) -> str:
    """Return the name of the schema that another refers to."""
    name: str = schema["$ref"].rpartition("/")[2]
    return name


def _found(document: dict[str, Any], part: dict[str, Any]) -> dict[str, Any]:
    """Return a part of the document, also where it only names one that several calls share."""
    if "$ref" not in part:
        return part
    kind, name = part["$ref"].split("/")[-2:]
    found: dict[str, Any] = document["components"][kind][name]
    return found
