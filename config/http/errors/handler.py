"""Every refusal under ``/api/`` leaves as RFC 9457 ``application/problem+json``.

Two ways: ``refuse`` is the exception handler of the REST views; ``ProblemMiddleware`` rewrites
what Django itself answers (unknown address, wrong method, bad host, broken cookie, a crash).
"""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.core.exceptions import (
    BadRequest,
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
    ValidationError,
)
from django.db import DatabaseError, InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.http.response import HttpResponseBase
from django.utils.translation import gettext
from django.utils.translation import gettext as _
from django.views.defaults import server_error
from psycopg_pool import PoolTimeout
from rest_framework import exceptions
from rest_framework.fields import get_error_detail
from rest_framework.response import Response

from config.http.errors.codes import CODES
from config.http.errors.field_codes import field_code
from config.http.errors.refusals import Refusal, escape, field_error, invalid_fields
from config.http.middleware import Middleware

log = logging.getLogger(__name__)

PROBLEM = "application/problem+json"
API_PREFIX = "/api/"
_CHALLENGE = 'Bearer realm="api"'


def problem(status: int, code: str, detail: str, **extra: Any) -> dict[str, Any]:
    """Return the members of a problem document."""
    known = CODES.get(code)
    return {
        "type": f"/developers/errors/#{code}",
        "title": gettext(known.title) if known else HTTPStatus(status).phrase,
        "status": status,
        "code": code,
        "detail": detail,
        **extra,
    }


def problem_response(refusal: Refusal) -> HttpResponse:
    """Return a refusal as a finished answer, for code outside the REST views."""
    body = problem(refusal.status, refusal.code, refusal.detail, **refusal.extra)
    return HttpResponse(
        json.dumps(body, ensure_ascii=False),
        status=refusal.status,
        content_type=PROBLEM,
        headers=_headers_of(refusal),
    )


def for_every_origin() -> dict[str, str]:
    """Return what lets a page from anywhere read an answer that passes no middleware."""
    exposed = ", ".join(settings.CORS_EXPOSE_HEADERS)
    return {"Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": exposed}


def refuse(exc: Exception, context: Mapping[str, Any]) -> Response | None:
    """Return the answer to an exception of a REST view, or None for a crash."""
    refusal = as_refusal(exc)
    if refusal is None:
        return None
    return Response(
        problem(refusal.status, refusal.code, refusal.detail, **refusal.extra),
        status=refusal.status,
        headers=_headers_of(refusal),
        content_type=PROBLEM,
    )


def as_refusal(exc: Exception) -> Refusal | None:
    """Return what an exception means to the client, or None when it is our fault."""
    match exc:
        case Refusal():
            return exc
        case exceptions.ValidationError():
            return _invalid(exc.detail)
        case ValidationError():
            return _invalid(get_error_detail(exc))
        case Http404() | exceptions.NotFound():
            return Refusal("not_found", _("This page doesn't exist."))
        case RequestDataTooBig():
            return Refusal("too_large", _("The request body is too long."))
        case exceptions.AuthenticationFailed():
            return Refusal("invalid_token", str(exc.detail))
        case exceptions.NotAuthenticated():
            return Refusal("not_authenticated", CODES["not_authenticated"].meaning)
        case PermissionDenied() | exceptions.PermissionDenied():
            return Refusal("forbidden", _("You're not allowed to do this."))
        case exceptions.Throttled():
            seconds = int(getattr(exc, "wait", None) or 1) + 1
            wait = {"Retry-After": str(seconds)}
            meaning = CODES["rate_limited"].meaning
            return Refusal("rate_limited", meaning, headers=wait, retry_after=seconds)
        case exceptions.ParseError():
            return Refusal("malformed", str(exc.detail))
        case exceptions.APIException():
            return Refusal.of_status(exc.status_code, str(exc.detail))
        case SuspiciousOperation():
            return Refusal("bad_request", CODES["bad_request"].meaning)
        case OperationalError() | InterfaceError():
            return _of_database(exc)
    return None


def _headers_of(refusal: Refusal) -> dict[str, str]:
    if refusal.status == 401 and "WWW-Authenticate" not in refusal.headers:
        # RFC 6750, 3: the reason is named only when a token was sent at all.
        reason = ', error="invalid_token"' if refusal.code == "invalid_token" else ""
        return {"WWW-Authenticate": _CHALLENGE + reason, **refusal.headers}
    return refusal.headers


def _of_database(exc: Exception) -> Refusal | None:
    """Return what trouble with the database means to the client, or None when it is our fault."""
    cause = exc.__cause__
    state = getattr(cause, "sqlstate", None)
    if isinstance(cause, PoolTimeout) or state in _NOTHING_DONE or (state or "").startswith("53"):
        detail = _("Nothing was changed. Try again.")
    elif state is None or state.startswith(_LOST):
        # It may have been lost after the commit and before the word of it.
        detail = _(
            "We lost our database and don't know if your request went through. Send it again "
            "with the same turn number or Idempotency-Key. It won't run twice."
        )
    else:
        return None
    return Refusal("busy", detail, headers={"Retry-After": "1"})


_NOTHING_DONE = frozenset({"55P03", "57014", "40P01", "57P03", "25006"})
"""A lock or a statement took too long; a deadlock, of which this request was the victim; the
database starts, or is read-only. With class 53, no room: all before anything was committed."""
_LOST = ("08", "57P01", "57P02")
"""The connection broke, or the database was stopped, or it crashed."""


_SHOWN_AS_PAGES = (Http404, PermissionDenied, SuspiciousOperation, BadRequest, MultiPartParserError)


def _causes_of(exc: BaseException | None) -> Iterator[BaseException]:
    while exc is not None and (exc := exc.__context__) is not None:
        yield exc


def crashed(request: HttpRequest) -> HttpResponseBase:
    """Return the answer to an exception that no view has caught."""
    exc = sys.exc_info()[1]
    if any(isinstance(cause, _SHOWN_AS_PAGES) for cause in _causes_of(exc)):
        # Django doesn't log an exception that is raised while it makes the page of another.
        log.error("the page of an error failed", exc_info=exc)
    refusal = as_refusal(exc) if isinstance(exc, DatabaseError | InterfaceError) else None
    if refusal is None:
        return server_error(request)
    if request.path.startswith(API_PREFIX):
        return problem_response(refusal)
    return HttpResponse(
        _("The database is unavailable. Reload the page in a moment.\n"),
        status=refusal.status,
        content_type="text/plain",
        headers=refusal.headers,
    )


def _invalid(detail: Any) -> Refusal:
    return invalid_fields(list(_flatten(detail, "#")))


def _flatten(detail: Any, pointer: str) -> Iterator[dict[str, str]]:
    """Yield each error with its JSON pointer (RFC 6901, as a URI fragment)."""
    if isinstance(detail, Mapping):
        for key, value in detail.items():
            whole = key in {"non_field_errors", "__all__"}
            yield from _flatten(value, pointer if whole else f"{pointer}/{escape(str(key))}")
    elif isinstance(detail, list | tuple):
        for index, value in enumerate(detail):
            # A list holds either sentences about this value or one entry for each of its items.
            nested = isinstance(value, Mapping | list)
            yield from _flatten(value, f"{pointer}/{index}" if nested else pointer)
    else:
        yield field_error(pointer, field_code(getattr(detail, "code", None)), str(detail))


class ProblemMiddleware(Middleware):
    """Gives every refusal under ``/api/`` that is not yet a problem document the shape of one."""

    def after(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Return the response, or a problem document in its stead."""
        if response.status_code < 400 or not request.path.startswith(API_PREFIX):
            return response
        if response.headers.get("Content-Type") == PROBLEM:
            return response
        kept = {
            name: response.headers[name]
            for name in ("Allow", "Retry-After")
            if name in response.headers
        }
        return problem_response(Refusal.of_status(response.status_code, headers=kept))
