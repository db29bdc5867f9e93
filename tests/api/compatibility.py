"""What an OpenAPI document takes from those who wrote a client for an earlier one.

What is sent may only widen: what was accepted still is. What comes back may grow in its members
and in the words of an enumeration: what was answered still is. Descriptions are not compared,
but for the codes of problems in them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

Document = dict[str, Any]
Schema = dict[str, Any]

BOUNDS: Final = {"minimum": 1, "minLength": 1, "minItems": 1, "maximum": -1, "maxLength": -1}
"""Bounds of what is sent, and which way is narrower."""
INFINITE: Final = 10**12
ANY: Final = frozenset({"array", "boolean", "integer", "null", "number", "object", "string"})


@dataclass
class Shape:
    """A schema with its references followed and its alternatives drawn together."""

    types: set[str] = field(default_factory=set)
    words: set[Any] = field(default_factory=set)
    is_open: bool = False
    """Whether values besides ``words`` are allowed."""
    objects: list[Schema] = field(default_factory=list)
    arrays: list[Schema] = field(default_factory=list)
    values: list[Schema] = field(default_factory=list)
    """Alternatives that are neither objects nor arrays."""


def losses(first: Document, now: Document) -> Iterator[str]:
    """Yield a line for each thing that the later document takes away."""
    sent, answered = Comparison(first, now, sent=True), Comparison(first, now, sent=False)
    for path, methods in first["paths"].items():
        for method, operation in methods.items():
            where = f"{method.upper()} {path.removeprefix('/api/v1')}"
            later = now["paths"].get(path, {}).get(method)
            if later is None:
                yield f"{where}: gone"
                continue
            if operation.get("operationId", "") not in ("", later.get("operationId")):
                yield f"{where}: no longer named {operation['operationId']}"
            for way in operation.get("security", []):
                if way not in later.get("security", []):
                    yield f"{where}: not by {described(way)}"
            yield from sent.parameters(where, operation, later)
            yield from sent.contents(
                where, *(one.get("requestBody", {}) for one in (operation, later))
            )
            yield from answered.answers(where, operation["responses"], later["responses"])


def lost_webhooks(first: Document, now: Document) -> Iterator[str]:
    """Yield what the later document takes from those who receive webhooks."""
    answered = Comparison(first, now, sent=False)
    for name, methods in first["webhooks"].items():
        for method, had in methods.items():
            has = now["webhooks"].get(name, {}).get(method)
            if has is None:
                yield f"webhook {name}: gone"
                continue
            if had["operationId"] != has["operationId"]:
                yield f"webhook {name}: no longer named {had['operationId']}"
            yield from answered.contents(f"webhook {name}", had["requestBody"], has["requestBody"])


def described(way: dict[str, list[str]]) -> str:
    """Return a way of authorization in words: ``app account:read``."""
    return " ".join([*way, *(scope for scopes in way.values() for scope in scopes)]) or "anybody"


class Comparison:
    """Holds schemas of two documents against each other, each named pair once."""

    def __init__(self, first: Document, now: Document, *, sent: bool) -> None:
        self.first, self.now, self.sent = first, now, sent
        self.seen: set[tuple[str, str]] = set()

    def parameters(self, where: str, had: Document, has: Document) -> Iterator[str]:
        """Yield what was taken from the parameters of a call."""
        before, after = (
            {(one["in"], one["name"]): one for one in call.get("parameters", [])}
            for call in (had, has)
        )
        for key, one in before.items():
            if key not in after:
                yield f"{where} ?{key[1]}: gone"
            else:
                has_one = after[key]["schema"] if is_list(one) else a_value(after[key])
                yield from self.schemas(f"{where} ?{key[1]}", one["schema"], has_one)
        for key, one in after.items():
            if one.get("required") and not before.get(key, {}).get("required"):
                yield f"{where} ?{key[1]}: now required"

    def answers(self, where: str, had: Document, has: Document) -> Iterator[str]:
        """Yield what was taken from the answers to a call: statuses, headers, codes, members."""
        for status, before in had.items():
            after = has.get(status)
            if after is None:
                yield f"{where} {status}: gone"
                continue
            for header in sorted(set(before.get("headers", {})) - set(after.get("headers", {}))):
                yield f"{where} {status}: no header {header}"
            for code in sorted(codes_of(before) - codes_of(after)):
                yield f"{where} {status}: no code {code}"
            yield from self.contents(f"{where} {status}", before, after)

    def contents(self, where: str, had: Document, has: Document) -> Iterator[str]:
        """Yield what was taken from a body, in each of its media."""
        if self.sent and has.get("required") and not had.get("required"):
            yield f"{where}: a body is required"
        # Streams stand beside the one answer for which code can be generated.
        known = {**has.get("content", {}), **has.get("x-streams", {})}
        for media, content in had.get("content", {}).items():
            if media not in known:
                yield f"{where}: not as {media}"
            else:
                after = known[media].get("schema", {})
                yield from self.schemas(where, content.get("schema", {}), after)

    def schemas(self, where: str, had: Schema, has: Schema) -> Iterator[str]:
        """Yield what was taken from one schema; a named one bears its name, not its place."""
        pair = (had.get("$ref", ""), has.get("$ref", ""))
        if all(pair):
            if pair in self.seen:
                return
            self.seen.add(pair)
            where = pair[0].rpartition("/")[2]
        before, after = shape_of(self.first, had), shape_of(self.now, has)
        yield from self._types(where, before, after)
        yield from self._words(where, before, after)
        for one in before.objects:
            yield from fewest(self._members, where, one, after.objects)
        for one in before.arrays:
            yield from fewest(self._items, where, one, after.arrays)
        if self.sent and before.values and after.values:
            yield from self._bounds(where, before.values, after.values)

    def _types(self, where: str, before: Shape, after: Shape) -> Iterator[str]:
        lost = before.types - after.types if self.sent else after.types - before.types
        if lost:
            yield f"{where}: {'not' if self.sent else 'may be'} {', '.join(sorted(lost))}"

    def _words(self, where: str, before: Shape, after: Shape) -> Iterator[str]:
        if self.sent and before.is_open and not after.is_open:
            yield f"{where}: only {sorted(map(str, after.words))}"
        if not (self.sent and after.is_open):
            for word in sorted(map(str, before.words - after.words)):
                yield f"{where}: no {word}"

    def _members(self, where: str, had: Schema, has: Schema) -> Iterator[str]:
        before, after = had.get("properties", {}), has.get("properties", {})
        for name, one in before.items():
            if name in after:
                yield from self.schemas(f"{where}.{name}", one, after[name])
            elif not isinstance(has.get("additionalProperties"), dict):
                yield f"{where}.{name}: gone"
        required = [set(one.get("required", [])) for one in (had, has)]
        for name in sorted(required[1] - required[0] if self.sent else required[0] - required[1]):
            yield f"{where}.{name}: {'now required' if self.sent else 'not always there'}"
        rest = [one.get("additionalProperties", True) for one in (had, has)]
        if self.sent and rest[1] is False and rest[0] is not False:
            yield f"{where}: no other members"
        elif isinstance(rest[0], dict) and isinstance(rest[1], dict):
            yield from self.schemas(f"{where}.*", rest[0], rest[1])
        elif isinstance(rest[0], dict):
            # One member for each side, say, has become members with these names.
            for name, one in after.items():
                yield from self.schemas(f"{where}.{name}", rest[0], one)

    def _items(self, where: str, had: Schema, has: Schema) -> Iterator[str]:
        if self.sent and has.get("maxItems", 1e9) < had.get("maxItems", 1e9):
            yield f"{where}: at most {has['maxItems']}"
        yield from self.schemas(f"{where}[]", had.get("items", {}), has.get("items", {}))

    def _bounds(self, where: str, had: list[Schema], has: list[Schema]) -> Iterator[str]:
        """Yield bounds that are narrower; alternatives allow what the widest of them does."""
        for name, narrower in BOUNDS.items():
            if not all(name in one for one in has):
                continue
            bound = min(narrower * one[name] for one in has)
            before = [narrower * one.get(name, -narrower * INFINITE) for one in had]
            if bound > min(before):
                yield f"{where}: {name} {bound * narrower}"
        for word in ("pattern", "format"):
            after = {one.get(word) for one in has}
            if None not in after and not {one.get(word) for one in had} <= after:
                yield f"{where}: {word} {', '.join(sorted(map(str, after)))}"


def fewest(
    compare: Callable[[str, Schema, Schema], Iterator[str]],
    where: str,
    had: Schema,
    alternatives: list[Schema],
) -> list[str]:
    """Return the losses against the alternative that takes least, or against all as one.

    Other games have shapes of their own; events and actions were one shape and have one a type.
    """
    tried = [*alternatives, merged(alternatives)] if len(alternatives) > 1 else alternatives
    return min((list(compare(where, had, one)) for one in tried), key=len, default=[])


def merged(alternatives: list[Schema]) -> Schema:
    """Return one schema for what may be any of several: a member may be as it is in each."""
    members: dict[str, list[Schema]] = {}
    for one in alternatives:
        for name, member in one.get("properties", {}).items():
            members.setdefault(name, []).append(member)
    required = set.intersection(*(set(one.get("required", [])) for one in alternatives))
    properties = {name: {"anyOf": shapes} for name, shapes in members.items()}
    return {"type": "object", "properties": properties, "required": sorted(required)}


def a_value(parameter: Document) -> Schema:
    """Return the schema of one value of a parameter that may hold several with commas between."""
    schema: Schema = parameter["schema"]
    return schema["items"] if is_list(parameter) else schema


def is_list(parameter: Document) -> bool:
    """Return whether a parameter may hold several values with commas between."""
    return parameter["schema"].get("type") == "array" and parameter.get("explode") is False


def shape_of(document: Document, schema: Schema) -> Shape:
    """Return what a schema allows, whatever it refers to or chooses between."""
    shape = Shape()
    for one in alternatives_of(document, schema):
        types = one.get("type", ANY if "enum" not in one and "const" not in one else None)
        known_words = one.get("x-extensible-enum", [])
        words = one.get("enum", [one["const"]] if "const" in one else known_words)
        known = {types} if isinstance(types, str) else set(types or map(type_of, words))
        shape.types |= known
        shape.words |= {word for word in words if word is not None}
        if "object" in known and ("properties" in one or "additionalProperties" in one):
            shape.objects.append(one)
        if "array" in known and "items" in one:
            shape.arrays.append(one)
        if known - {"object", "array", "null"}:
            shape.is_open |= not words or words == known_words
            shape.values.append(one)
    if "number" in shape.types:
        shape.types.add("integer")
    return shape


def alternatives_of(document: Document, schema: Schema) -> Iterator[Schema]:
    """Yield the schemas that one stands for, with no reference and no choice among them."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        yield from alternatives_of(document, document["components"]["schemas"][name])
    elif "allOf" in schema:
        parts = [next(alternatives_of(document, part)) for part in schema["allOf"]]
        yield {
            **{name: value for part in parts for name, value in part.items()},
            "properties": {
                name: one for part in parts for name, one in part.get("properties", {}).items()
            },
        }
    elif choices := schema.get("oneOf") or schema.get("anyOf"):
        for choice in choices:
            yield from alternatives_of(document, choice)
    else:
        yield schema


def type_of(word: Any) -> str:
    """Return the type of a value of an enumeration."""
    known = {bool: "boolean", int: "integer", str: "string", type(None): "null"}
    return known[type(word)]


def codes_of(answer: Document) -> set[str]:
    """Return the codes of a refusal: as frozen, or by the examples that a document has of them."""
    shown = (name for one in answer.get("content", {}).values() for name in one.get("examples", {}))
    return set(answer.get("x-codes") or shown)
