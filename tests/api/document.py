"""The OpenAPI document, made once a process: it takes a second, and many tests read it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import orjson
from jsonschema import Draft202012Validator, FormatChecker
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from config.http.api_docs import JSON_FORM, written


def served() -> dict[str, Any]:
    """Return the document that the service shows, for the caller to keep."""
    made: dict[str, Any] = json.loads(written(JSON_FORM))
    return made


def document() -> dict[str, Any]:
    """Return the document with every part but its schemas written out where it is referred to.

    A schema with bases has their members, and a call that names no security that of all. It is
    for the caller to keep.
    """
    made: dict[str, Any] = orjson.loads(_written_out())
    return made


@cache
def _written_out() -> bytes:
    made = served()
    components = made["components"]

    def written_out(part: Any) -> Any:
        if isinstance(part, dict):
            _, _, kind, name = f"{part.get('$ref', '')}///".split("/")[:4]
            if kind in components and kind != "schemas":
                return written_out(components[kind][name])
            return {key: written_out(value) for key, value in part.items()}
        return [written_out(one) for one in part] if isinstance(part, list) else part

    schemas = components["schemas"]
    whole = {name: with_bases(schemas, one) for name, one in schemas.items()}
    paths = written_out(made["paths"])
    for methods in paths.values():
        for operation in methods.values():
            operation.setdefault("security", list(made["security"]))
    return orjson.dumps({**made, "paths": paths, "components": {**components, "schemas": whole}})


def with_bases(schemas: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema with the members of its bases in place of references to them."""
    if "allOf" not in schema:
        return schema
    parts = [
        with_bases(schemas, schemas[one["$ref"].rpartition("/")[2]]) if "$ref" in one else one
        for one in schema["allOf"]
    ]
    members = {name: one for part in parts for name, one in part.get("properties", {}).items()}
    required = sorted({name for part in parts for name in part.get("required", ())})
    rest = {key: one for key, one in schema.items() if key != "allOf"}
    return {**rest, "properties": members, "required": required}


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield method, path and description of every call that the document tells of."""
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            yield method, path, operation


def shape_of(document: dict[str, Any], name: str) -> Draft202012Validator:
    """Return what holds an answer against one of the document's shapes."""
    registry: Any = Registry().with_resource("urn:openapi", DRAFT202012.create_resource(document))
    target = {"$ref": f"urn:openapi#/components/schemas/{name}"}
    return Draft202012Validator(target, registry=registry, format_checker=FormatChecker())
