"""The OpenAPI document: generated from the views, with every refusal they can answer.

A view says what it alone can answer (``@documented``); what all calls can answer follows from the
manners that they share: scope, limits, idempotency, the body.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from http import HTTPStatus
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeVar

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers

from config.http.errors.codes import CODES
from config.http.errors.problems import Problem, example_name, example_of
from config.http.fields import Input
from config.http.parameters import IDEMPOTENCY_KEY, PATH
from config.http.schema_fields import OneOf
from config.http.scopes import NOT_FOR_GUESTS, scope_of
from config.http.shapes import shown

JSON: Final = "application/json"
PROBLEM_JSON: Final = "application/problem+json"
WRITING: Final = frozenset({"POST", "PUT", "PATCH", "DELETE"})
_DONE: Final = {
    "application/x-chess-pgn": "The game in Portable Game Notation.",
    "application/x-ndjson": "Lines of JSON.",
    "image/gif": "The clip.",
    "image/png": "The picture.",
    "image/svg+xml": "The picture.",
    "image/webp": "The clip.",
    "text/calendar": "The calendar.",
    "text/event-stream": "Server-sent events.",
    "text/plain": "The record as text.",
}
"""What an answer without a shape of its own is, by its form."""

_IF_NONE_MATCH: Final = OpenApiParameter(
    "If-None-Match",
    str,
    OpenApiParameter.HEADER,
    description="The ETag you hold.",
)
_IF_MATCH: Final = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description="The ETag of what you read.",
)

View = TypeVar("View", bound=Callable[..., Any])


def documented(
    name: str,
    /,
    *,
    responses: Mapping[Any, Any],
    body: Any = None,
    query: Sequence[OpenApiParameter] = (),
    codes: Iterable[str] = (),
    example: Any = None,
    examples: Mapping[Any, Any] = MappingProxyType({}),
    others: Mapping[str, Any] = MappingProxyType({}),
    is_conditional: bool | None = None,
    **extra: Any,
) -> Callable[[View], View]:
    """Return a decorator that says what a method is called, takes and answers.

    ``name`` is what clients that are generated from the document call it: it stays, as addresses
    do. Things have ``create``, ``get``, ``list``, ``change`` (PATCH), ``save`` (PUT, the whole)
    and ``delete``. A deed has its own plain verb: ``play_turn``, ``resend_delivery``.
    ``codes`` are refusals beyond those that follow from the manners of the view; ``example`` is
    a body that works. What comes back looks like the ``example`` of the shape that
    ``responses`` names, or as ``examples`` says under the same key; ``others`` are further
    examples of the 200 by name. ``is_conditional`` calls may be answered 304, or 412 if they write:
    unless it is said, those that read JSON.
    """
    responses = {key: shown(answer) for key, answer in responses.items()}
    parameters = list(query)

    def decorate(method: View) -> View:
        reads = method.__name__ == "get"
        has_json = not {200, (200, JSON)}.isdisjoint(responses)
        conditional = reads and has_json if is_conditional is None else is_conditional
        condition = _IF_NONE_MATCH if reads else _IF_MATCH
        described = extend_schema(
            request=body,
            responses=responses,
            parameters=[*parameters, condition] if conditional else parameters,
            **extra,
        )(method)
        marked: Any = described
        marked.call = Call(
            name,
            tuple(codes),
            example,
            dict(_examples(responses, examples)),
            conditional,
            body is not None,
            frozenset(one.name for one in parameters if one.location == OpenApiParameter.QUERY),
            others,
        )
        return described

    return decorate


class Call(NamedTuple):
    """What a method says of itself."""

    name: str = ""
    codes: tuple[str, ...] = ()
    request: Any = None
    examples: Mapping[tuple[str, str], Any] = MappingProxyType({})
    """By status and media type."""
    is_conditional: bool = False
    has_body: bool = False
    parameters: frozenset[str] = frozenset()
    """The names of the query parameters that it takes."""
    others: Mapping[str, Any] = MappingProxyType({})
    """Further examples of what comes back with 200, by name."""


def call_of(view: type, method: str) -> Call | None:
    """Return what a method of a view says of itself; None for one that says nothing."""
    name = "get" if method == "HEAD" else method.lower()
    return getattr(getattr(view, name, None), "call", None)


def _examples(
    responses: Mapping[Any, Any], examples: Mapping[Any, Any]
) -> Iterator[tuple[tuple[str, str], Any]]:
    """Yield status and media type with the example of that answer."""
    for key, shape in responses.items():
        status, media = key if isinstance(key, tuple) else (key, JSON)
        example = examples.get(key, getattr(shape, "example", None))
        if example is not None:
            yield (str(status), media), example


def tag_of(path: str) -> str:
    """Return the chapter of the document that an address belongs to."""
    first = path.removeprefix("/api/v1/").split("/")[0]
    return {"auth": "accounts", "me": "accounts"}.get(first, first)


class ApiSchema(AutoSchema):
    """Writes one call down, with what every call of its kind takes and answers."""

    @property
    def call(self) -> Call:
        """What the method says of itself."""
        return call_of(type(self.view), self.method) or Call()

    @property
    def has_effect(self) -> bool:
        """Whether the writing methods of the view change anything."""
        return getattr(self.view, "has_effect", True)

    def get_tags(self) -> list[str]:
        """Return the chapter that the call belongs to."""
        return [tag_of(self.path)]

    def get_operation_id(self) -> str:
        """Return the name of the call, which stays."""
        return self.call.name

    def _get_serializer_name(
        self, serializer: Any, direction: Any, bypass_extensions: bool = False
    ) -> str:
        """Return a name that a person would choose: classes are distinguished by more than it."""
        name: str = super()._get_serializer_name(  # type: ignore[no-untyped-call]
            serializer, direction, bypass_extensions
        )
        return re.sub(r"Input(?=(Request)?$)", "", name).removeprefix("Patched")

    def get_summary(self) -> str:
        """Return the first sentence of the description."""
        return re.split(r"[.;:](?=\s|$)", self.get_description(), maxsplit=1)[0]

    def _map_serializer(
        self, serializer: Any, direction: Any, bypass_extensions: bool = False
    ) -> dict[str, Any]:
        schema: dict[str, Any] = super()._map_serializer(  # type: ignore[no-untyped-call]
            serializer, direction, bypass_extensions
        )
        if direction == "request" and _is_body(serializer):
            schema["additionalProperties"] = False
        return schema

    def _map_serializer_field(
        self, field: Any, direction: Any, bypass_extensions: bool = False
    ) -> dict[str, Any] | None:
        schema: dict[str, Any] | None = super()._map_serializer_field(  # type: ignore[no-untyped-call]
            field, direction, bypass_extensions
        )
        is_list = isinstance(field, serializers.ListField)
        if schema is not None and is_list and not field.allow_empty:
            schema["minItems"] = 1
        if schema is not None and direction == "request":
            _leave_out_default(schema)
        return schema

    def _get_response_for_code(self, serializer: Any, *args: Any, **options: Any) -> dict[str, Any]:
        if isinstance(serializer, OneOf):
            serializer = self._map_serializer_field(serializer, "response")
        response: dict[str, Any] = super()._get_response_for_code(serializer, *args, **options)  # type: ignore[no-untyped-call]
        return response

    def get_override_parameters(self) -> list[Any]:
        """Return what is in the path, and the headers that every writing call takes."""
        names = re.findall(r"{(\w+)}", self.path)
        found = [PATH[name] for name in names]
        is_once = self.method in WRITING and self.has_effect
        return [*found, IDEMPOTENCY_KEY] if is_once else found

    def _get_request_body(self, direction: Any = "request") -> dict[str, Any] | None:
        method = self.method
        try:
            # The password that deletes an account is in a body, where no log finds it.
            self.method = "POST" if method == "DELETE" else method
            body: dict[str, Any] | None = super()._get_request_body(  # type: ignore[no-untyped-call]
                direction
            )
        finally:
            self.method = method
        if body is not None and self.call.request is not None:
            body["content"][JSON]["example"] = self.call.request
        return body

    def _get_response_bodies(self, direction: Any = "response") -> dict[str, Any]:
        bodies: dict[str, Any] = super()._get_response_bodies(direction)
        for status, response in bodies.items():
            response["description"] = self._described(status, response)
            response.setdefault("headers", {}).update(_LIMIT_HEADERS)
            if status == "201":
                response["headers"]["Location"] = _LOCATION
            for media, content in response.get("content", {}).items():
                if (example := self.call.examples.get((status, media))) is not None:
                    value = example() if callable(example) else example
                    named = {"example": value, **(self.call.others if status == "200" else {})}
                    content["examples"] = {name: {"value": one} for name, one in named.items()}
            _part_streams(response)
        if self.call.is_conditional and self.method not in WRITING:
            bodies["304"] = {"description": "Your copy is still current."}
        if self.call.is_conditional and self.method != "DELETE":
            for status in bodies.keys() & {"200", "204"}:
                bodies[status]["headers"]["ETag"] = _text("Its version.")
        for refused, codes in sorted(self._refusals().items()):
            bodies[str(refused)] = self._problem(refused, sorted(codes))
        return bodies

    def _described(self, status: str, response: dict[str, Any]) -> str:
        """Return what an answer is: its status where its shape has words, or those of its form."""
        for media, content in response.get("content", {}).items():
            name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
            for component in self.registry._components.values():
                if name and component.name == name and component.schema.get("description"):
                    return HTTPStatus(int(status)).phrase
            if media in _DONE:
                return _DONE[media]
        return "A list." if response.get("content") else "There is nothing to show."

    def _refusals(self) -> dict[int, set[str]]:
        """Return the codes by status that this call can be refused with."""
        codes = {"invalid_token", "invalid", "bad_request", "rate_limited", "busy"}
        codes |= {"method_not_allowed", "server_error"}
        codes.update(self.call.codes)
        scope = scope_of(self.view, self.method)
        if scope is not None:
            codes.add("not_authenticated")
        if scope:
            codes.add("insufficient_scope")
        if scope in NOT_FOR_GUESTS:
            codes.add("guest_account")
        if "{" in self.path:
            codes.add("not_found")
        if self.method in WRITING:
            codes |= _CODES_OF_BODIES
            if self.call.is_conditional:
                codes.add("precondition_failed")
            if self.has_effect:
                codes |= _CODES_OF_KEYS
        found: dict[int, set[str]] = {}
        for code in codes:
            for status in CODES[code].statuses:
                found.setdefault(status, set()).add(code)
        return found

    def _problem(self, status: int, codes: Sequence[str]) -> dict[str, Any]:
        reference = self.resolve_serializer(Problem, "response").ref
        headers = dict(_LIMIT_HEADERS)
        if status in (429, 503):
            headers["Retry-After"] = _text("Seconds to wait.")
        if status == 401:
            headers["WWW-Authenticate"] = _text("How to identify yourself.")
        return {
            "description": HTTPStatus(status).phrase,
            "headers": headers,
            "content": {
                PROBLEM_JSON: {
                    "schema": reference,
                    "examples": {code: self._refusal_example(status, code) for code in codes},
                }
            },
        }

    def _refusal_example(self, status: int, code: str) -> dict[str, Any]:
        """Return a reference to the example of a refusal, which is in the document once."""
        component = ResolvedComponent(  # type: ignore[no-untyped-call]
            name=example_name(status, code),
            type=ResolvedComponent.EXAMPLE,
            schema={"value": example_of(status, code)},
            object=code,
        )
        self.registry.register_on_missing(component)
        return component.ref


def _leave_out_default(schema: dict[str, Any]) -> None:
    """Show a default in words: some generators demand what has one, though it may be left out."""
    default = schema.pop("default", None)
    if default is not None:
        words = f"{json.dumps(default)} if left out."
        schema["description"] = f"{schema.get('description', '')} {words}".strip()


_STREAMS: Final = ("text/event-stream", "application/x-ndjson")


def _part_streams(response: dict[str, Any]) -> None:
    """Put streams beside the one answer that a generated client asks for.

    Which form comes is chosen by ``Accept``, which no generator understands: each would take the
    answer for either an object or a text.
    """
    content = response.get("content", {})
    streams = {name: content.pop(name) for name in _STREAMS if name in content and JSON in content}
    if streams:
        response["x-streams"] = streams


_CODES_OF_BODIES: Final = frozenset(
    {"csrf_failed", "malformed", "request_timeout", "too_large", "unsupported_media_type"}
)
_CODES_OF_KEYS: Final = frozenset(
    {
        "idempotency_key_in_use",
        "idempotency_key_reused",
        "idempotent_answer_lost",
        "invalid_idempotency_key",
    }
)


def _is_body(shape: Any) -> bool:
    """Return whether a serializer, or its class, refuses what it does not know."""
    return issubclass(shape, Input) if isinstance(shape, type) else isinstance(shape, Input)


def _text(description: str) -> dict[str, Any]:
    return {"description": description, "schema": {"type": "string"}}


_LIMIT_HEADERS: Final = {
    "RateLimit": _text("The rest of each limit, and when it is full again."),
    "RateLimit-Policy": _text("The limits that this request counts against."),
}


_LOCATION: Final = {
    "description": "Where what was made is found.",
    "required": True,
    "schema": {"type": "string", "format": "uri"},
}
