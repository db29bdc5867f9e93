"""Lists in pages of ``next``, ``previous`` and ``results``, by keyset: deep pages cost nothing."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.db.models import Field, Model, Q
from django.utils.translation import gettext as _
from rest_framework.pagination import BasePagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import remove_query_param, replace_query_param

from config.http.errors.refusals import invalid_parameter

DEFAULT_LIMIT = 20
MAX_LIMIT = 100


class Cursor(NamedTuple):
    """A place between two rows, and the direction to read from there."""

    backwards: bool
    values: list[Any]

    def dump(self) -> str:
        """Return the cursor as it is in an address."""
        text = json.dumps([int(self.backwards), *self.values], default=_exact)
        return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")

    @classmethod
    def load(cls, text: str, fields: Sequence[Field[Any, Any]]) -> Cursor:
        """Return the cursor written as ``text``; raise a 400 refusal if it is not one of ours."""
        try:
            padded = text + "=" * (-len(text) % 4)
            parts = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
            backwards, *raw = parts
            if backwards not in (0, 1) or len(raw) != len(fields):
                raise ValueError("wrong shape")
            if not all(map(_is_written, raw)):
                raise ValueError("no value of ours")
            values = [field.to_python(value) for field, value in zip(fields, raw, strict=True)]
            if None in values:
                raise ValueError("no value")
            for field, value in zip(fields, values, strict=True):
                field.run_validators(value)
        except (ValueError, TypeError, binascii.Error, ValidationError, RecursionError) as exc:
            raise invalid_parameter(
                "cursor", "malformed", _("This cursor doesn't belong to this list.")
            ) from exc
        return cls(bool(backwards), values)


def all_of(results: Sequence[Any]) -> dict[str, Any]:
    """Return a list that is never longer than a page, as a page."""
    return {"next": None, "previous": None, "results": results}


def read_limit(request: Request) -> int:
    """Return ``?limit=``, 20 if it is not given; raise a 400 refusal unless it is 1 to 100."""
    text = request.query_params.get("limit")
    if text is None:
        return DEFAULT_LIMIT
    number = int(text[:9]) if text.isascii() and text.isdigit() else None
    if number is None:
        raise invalid_parameter("limit", "malformed", _("Enter a whole number."))
    if not 1 <= number <= MAX_LIMIT:
        raise invalid_parameter(
            "limit",
            "too_large" if number else "too_small",
            _("Use a limit from 1 to {max_limit}.").format(max_limit=MAX_LIMIT),
        )
    return number


def link_header(**links: str | None) -> dict[str, str]:
    """Return the Link header of a page (RFC 8288), which says what ``next`` and ``previous`` do."""
    parts = [f'<{url}>; rel="{name}"' for name, url in links.items() if url]
    return {"Link": ", ".join(parts)} if parts else {}


class Span(NamedTuple):
    """Which rows of a list are wanted, in the direction in which they are to be read."""

    after: list[Any] | None
    """The values of the row before them; None from the start."""
    backwards: bool
    limit: int


def read_span(queryset: Any, ordering: Sequence[str], span: Span) -> list[Any]:
    """Return the rows of a span of a list in this order, in the direction of the span."""
    if span.backwards:
        ordering = [name[1:] if name[0] == "-" else f"-{name}" for name in ordering]
    if span.after is not None:
        queryset = queryset.filter(_beyond(ordering, span.after))
    return list(queryset.order_by(*ordering)[: span.limit])


class CursorPagination(BasePagination):
    """Pages a list by the values of its ordering, which must end in something unique.

    ``ordering`` comes from the view, as in ``("deadline", "game_id")`` or ``("-created_at",
    "-id")``: fields of the list's own model, none of them null in the rows it holds.
    """

    ordering: Sequence[str] = ("-id",)

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any]:
        """Return the rows of the page that the request asks for."""
        self.ordering = list(getattr(view, "ordering", None) or self.ordering)

        ordering = self.ordering
        return self.paginate(
            queryset.model, request, lambda span: read_span(queryset, ordering, span)
        )

    def paginate(
        self, model: type[Model], request: Request, read: Callable[[Span], list[Any]]
    ) -> list[Any]:
        """Return the rows of the page that the request asks for, which ``read`` finds."""
        self.url = request.build_absolute_uri()
        fields = [model._meta.get_field(name.lstrip("-")) for name in self.ordering]
        self.attributes = [field.attname for field in fields]  # type: ignore[union-attr]
        limit = read_limit(request)
        text = request.query_params.get("cursor")
        cursor = Cursor.load(text, list(map(_value_field, fields))) if text is not None else None
        backwards = cursor is not None and cursor.backwards
        # One more than the page holds shows whether there is another.
        rows = read(Span(cursor.values if cursor else None, backwards, limit + 1))
        has_more = len(rows) > limit
        rows = rows[:limit]
        if backwards:
            rows.reverse()
        has_next = has_more if not backwards else True
        has_previous = has_more if backwards else cursor is not None
        self.next = self._link(rows[-1], False) if rows and has_next else None
        self.previous = self._link(rows[0], True) if rows and has_previous else None
        return rows

    def get_paginated_response(self, data: Any) -> Response:
        """Return the page with its links."""
        page = {"next": self.next, "previous": self.previous, "results": data}
        return Response(page, headers=link_header(next=self.next, prev=self.previous))

    def _link(self, row: Any, backwards: bool) -> str:
        values = [
            row[name] if isinstance(row, dict) else getattr(row, name) for name in self.attributes
        ]
        url = remove_query_param(self.url, "cursor")
        return replace_query_param(url, "cursor", Cursor(backwards, values).dump())

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """Return the OpenAPI schema of a page of ``schema``."""
        link = {"type": ["string", "null"], "format": "uri"}
        return {
            "type": "object",
            "required": ["next", "previous", "results"],
            "properties": {"next": link, "previous": link, "results": schema},
        }

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        """Return the query parameters of a list for OpenAPI."""
        return [
            {
                "name": "cursor",
                "in": "query",
                "required": False,
                "description": "A place in the list, from next or previous of an earlier page.",
                "schema": {"type": "string"},
            },
            {
                "name": "limit",
                "in": "query",
                "required": False,
                "description": "How many results a page holds.",
                "schema": {
                    "type": "integer",
                    "minimum": 1,
                    "maximum": MAX_LIMIT,
                    "default": DEFAULT_LIMIT,
                },
            },
        ]


def _exact(value: Any) -> str:
    """Return a value as text from which the very same one is read again.

    Django's encoder cuts times to milliseconds: rows would be skipped or come twice.
    """
    return value.isoformat() if isinstance(value, datetime) else str(value)


def _is_written(value: Any) -> bool:
    """Return whether ``dump`` could have written a value, and so a column may hold it.

    JSON knows numbers without end, and text with NUL or half a pair, on which a query crashes;
    the half raises ``UnicodeEncodeError``, a ``ValueError``.
    """
    return isinstance(value, int) or (isinstance(value, str) and b"\0" not in value.encode())


def _value_field(field: Any) -> Any:
    """Return the field whose values are stored: for a foreign key that of its target."""
    while field.is_relation:
        field = field.target_field
    return field


def _beyond(ordering: Sequence[str], values: Sequence[Any]) -> Q:
    """Return the condition of the rows after ``values``.

    For two columns: a <= x AND (a < x OR (a = x AND b < y)). The first part says nothing new
    but lets PostgreSQL begin in the middle of the index.
    """
    condition = Q()
    for name, value in reversed(list(zip(ordering, values, strict=True))):
        column, comparison = (name[1:], "lt") if name[0] == "-" else (name, "gt")
        here = Q(**{f"{column}__{comparison}": value})
        condition = here | (Q(**{column: value}) & condition) if condition else here
    first = ordering[0]
    bound = Q(**{f"{first.lstrip('-')}__{'lte' if first[0] == '-' else 'gte'}": values[0]})
    return bound & condition
