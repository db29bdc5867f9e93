"""The OpenAPI document: generated from the views, with every refusal they can answer.

A view says what it alone can answer (``@call``); what all calls can answer follows from the
manners that they share: scope, limits, idempotency, the body.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, TypeVar

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework import serializers

from accounts.permissions import scope_of
from config.codes import CODES

PROBLEM_JSON: Final = "application/problem+json"
WRITING: Final = frozenset({"POST", "PUT", "PATCH", "DELETE"})
CarriesBody = frozenset({"POST", "PUT", "PATCH"})

View = TypeVar("View", bound=Callable[..., Any])


class FieldError(serializers.Serializer[Any]):
    """What is wrong with one field."""

    pointer = serializers.CharField(help_text="A JSON pointer into the body, or `#/parameter`.")
    detail = serializers.CharField()


class Problem(serializers.Serializer[Any]):
    """Why nothing was done (RFC 9457). Switch on `code`; it never changes its meaning."""

    type = serializers.CharField(help_text="Where the code is explained.")
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.ChoiceField(choices=sorted(CODES))
    detail = serializers.CharField(help_text="A sentence for people.")
    errors = FieldError(many=True, required=False)  # type: ignore[assignment]


def call(
    *,
    answers: Mapping[Any, Any],
    body: Any = None,
    query: Sequence[OpenApiParameter] = (),
    codes: Iterable[str] = (),
    example: Any = None,
    is_conditional: bool = False,
    **extra: Any,
) -> Callable[[View], View]:
    """Return a decorator that says what a method takes and answers.

    ``codes`` are refusals beyond those that follow from the manners of the view; ``example`` is
    a body that works. ``is_conditional`` calls may be answered 304.
    """
    examples = (
        [OpenApiExample("example", value=example, request_only=True)] if example is not None else []
    )
    parameters = list(query)
    if is_conditional:
        parameters.append(
            OpenApiParameter(
                "If-None-Match",
                str,
                OpenApiParameter.HEADER,
                description="The ETag you hold; 304 says that it still holds.",
            )
        )

    def decorate(method: View) -> View:
        documented = extend_schema(
            request=body,
            responses=dict(answers),
            parameters=parameters,
            examples=examples,
            **extra,
        )(method)
        marked: Any = documented
        marked.refusal_codes = tuple(codes)
        marked.is_conditional = is_conditional
        return documented

    return decorate


class ApiSchema(AutoSchema):
    """Writes one call down, with what every call of its kind takes and answers."""

    def get_tags(self) -> list[str]:
        """Return the chapter that the call belongs to: the first word of its path."""
        words = self.path.removeprefix("/api/v1/").split("/")
        return [{"auth": "accounts", "me": "accounts"}.get(words[0], words[0])]

    def get_operation_id(self) -> str:
        """Return a name that stays: the method and the words of the path."""
        words = self.path.removeprefix("/api/v1/").replace(".", "_").split("/")
        parts = [word.strip("{}") if word[0] == "{" else word for word in words]
        return "_".join([self.method.lower(), *parts]).replace("-", "_")

    def get_override_parameters(self) -> list[Any]:
        """Return the headers that every writing call takes."""
        if self.method not in WRITING:
            return []
        return [
            OpenApiParameter(
                "Idempotency-Key",
                str,
                OpenApiParameter.HEADER,
                description="1 to 255 printable characters. The same request with the same key"
                " within 24 hours is answered again and not done again.",
            )
        ]

    def _get_response_bodies(self, direction: Any = "response") -> dict[str, Any]:
        bodies: dict[str, Any] = super()._get_response_bodies(direction)
        for response in bodies.values():
            response.setdefault("headers", {}).update(_LIMIT_HEADERS)
        method = getattr(self.view, self.method.lower(), None)
        if getattr(method, "is_conditional", False):
            bodies["304"] = {"description": "What you hold is still right."}
            bodies["200"]["headers"] = {**bodies["200"]["headers"], "ETag": _text("Its version.")}
        for status, codes in sorted(self._refusals(getattr(method, "refusal_codes", ())).items()):
            bodies[str(status)] = self._problem(status, sorted(codes))
        return bodies

    def _refusals(self, own: Iterable[str]) -> dict[int, set[str]]:
        """Return the codes by status that this call can be refused with."""
        codes = {"invalid_token", "invalid", "bad_request", "rate_limited", "busy", *own}
        if scope_of(self.view, self.method):
            codes |= {"not_authenticated", "insufficient_scope"}
        if "{" in self.path:
            codes.add("not_found")
        if self.method in WRITING:
            codes |= {
                "csrf_failed",
                "idempotency_key_in_use",
                "idempotency_key_reused",
                "invalid_idempotency_key",
                "request_timeout",
                "too_large",
            }
        if self.method in CarriesBody:
            codes |= {"malformed", "unsupported_media_type"}
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
            "description": " · ".join(f"`{code}`: {CODES[code].meaning}" for code in codes),
            "headers": headers,
            "content": {
                PROBLEM_JSON: {
                    "schema": reference,
                    "examples": {code: {"value": _example(status, code)} for code in codes},
                }
            },
        }


def _text(description: str) -> dict[str, Any]:
    return {"description": description, "schema": {"type": "string"}}


_LIMIT_HEADERS: Final = {
    "RateLimit": _text("What is left of the limit that is nearest, and when it is whole again."),
    "RateLimit-Policy": _text("The limits that this request counts against."),
}


def _example(status: int, code: str) -> dict[str, Any]:
    example: dict[str, Any] = {
        "type": f"/developers/errors#{code}",
        "title": CODES[code].title,
        "status": status,
        "code": code,
        "detail": CODES[code].meaning,
    }
    if code == "invalid":
        example["errors"] = [
            {"pointer": "#/side", "detail": "Choose one of: white, black, random."}
        ]
    return example


def query(name: str, description: str, schema: Any = str, **extra: Any) -> OpenApiParameter:
    """Return a query parameter for ``call``."""
    return OpenApiParameter(name, schema, OpenApiParameter.QUERY, description=description, **extra)


PAGE: Final = (
    query("cursor", "A place in the list, from `next` or `previous` of an earlier page."),
    query("limit", "How many results a page holds, 1 to 100.", int),
)
"""What every list in pages takes."""
