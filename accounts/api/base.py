"""The manners that every view of the API shares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import Any

from django.db import transaction
from django.http.response import HttpResponseBase
from django.utils.encoding import iri_to_uri
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import NotAuthenticated
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import idempotency, limits
from accounts.credentials import Credential
from accounts.models import User
from config.http import conditional
from config.http.client_ip import client_address
from config.http.errors.refusals import Refusal
from config.http.fields import Input
from config.http.openapi import call_of
from config.http.queries import check_query

WRITING = frozenset({"POST", "PUT", "PATCH", "DELETE"})


def _made(classes: Sequence[Any]) -> list[Any]:
    """Return an object of each of these classes, which remember nothing of a request."""
    return _made_once(*classes)


@cache
def _made_once(*classes: Any) -> list[Any]:
    return [one() for one in classes]


class ApiView(APIView):
    """A view that names its scope and does a request with an ``Idempotency-Key`` only once."""

    scope: str | Mapping[str, str | None] | None
    """What a token must be allowed to do: one word, or a word a method; None for anyone."""
    limit: str | Mapping[str, str] = limits.GENERAL
    """``general``, ``play`` for what a person does in a game, or a policy that counts on top:
    one word, or a word a method."""

    cost: int = 1
    """How many requests one of this view is worth: about one for ten milliseconds of work."""

    has_effect = True
    """Whether writing methods change anything: what does not is not kept to be answered again."""

    @property
    def user(self) -> User:
        """The reader; for views whose scope demands a login."""
        if not isinstance(self.request.user, User):
            raise NotAuthenticated
        return self.request.user

    @property
    def credential(self) -> Credential:
        """What the request was authenticated by; for views whose scope demands a login."""
        if not isinstance(self.request.auth, Credential):
            raise NotAuthenticated
        return self.request.auth

    # What is the same for each request the framework makes again for each; here it is made once.

    def get_authenticators(self) -> list[BaseAuthentication]:
        return _made(self.authentication_classes)

    def get_parsers(self) -> list[BaseParser]:
        return _made(self.parser_classes)

    def get_permissions(self) -> Sequence[Any]:
        return _made(self.permission_classes)

    def perform_content_negotiation(
        self, request: Request, force: bool = False
    ) -> tuple[BaseRenderer, str]:
        (renderer,) = _made(self.renderer_classes)
        return renderer, renderer.media_type

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Return the answer; see ``accounts.idempotency`` for what a key changes."""
        method = request.method.lower()
        call = call_of(type(self), request.method)
        if (
            request.method in WRITING
            and "If-Match" in request.headers
            and (call and call.is_conditional)
        ):
            setattr(self, method, partial(self._handle_if_unchanged, getattr(self, method)))
        if (
            self.has_effect
            and request.method in WRITING
            and "Idempotency-Key" in request.headers
            and (handler := getattr(self, method, None))
        ):
            # Only the handler is done once: who asks and whether he may is asked each time.
            setattr(self, method, partial(self._handle_once, handler))
        return super().dispatch(request, *args, **kwargs)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Find out who asks, whether he may, and whether the call takes what was sent."""
        super().initial(request, *args, **kwargs)
        if call := call_of(type(self), request.method or "GET"):
            check_query(request.query_params, call.parameters)
            if not call.has_body and request.method in WRITING and request._request.body:
                self.read_body(Input)

    def perform_authentication(self, request: Request) -> None:
        """Find out who asks and count the request: before anything is refused for its scope."""
        if request.method in WRITING:
            # Read as bytes first. A form with parts that is checked for its CSRF token is otherwise
            # read as a stream, of which nothing is left for the idempotency key and the call.
            request._request.body  # noqa: B018
        try:
            super().perform_authentication(request)
        except Refusal:
            self._count(request, None, None)
            raise
        self._count(request, request.user, request.auth)

    def _count(self, request: Request, user: Any, credential: Any) -> None:
        kind = self.limit
        if not isinstance(kind, str):
            kind = kind.get(request.method or "GET", limits.GENERAL)
        verdict = limits.count(user, credential, request._request, kind, self.cost)
        self.headers.update(verdict.headers())

    def finalize_response(
        self, request: Request, response: Any, *args: Any, **kwargs: Any
    ) -> Response:
        """Give a conditional answer its ETag, or say that the client holds it already.

        What a change answers is what reading it would: with its ETag the next change may be made.
        """
        call = call_of(type(self), request.method or "GET")
        is_new = isinstance(response, Response) and not response.has_header("ETag")
        if is_new and response.status_code == 200 and (call and call.is_conditional):
            etag = conditional.etag_of_content(response.data)
            if request.method not in WRITING and conditional.is_held(request, etag):
                cache = response.headers.get("Cache-Control", "private, no-cache")
                response = conditional.not_modified(etag, cache)
            else:
                response["ETag"] = etag
        return super().finalize_response(request, response, *args, **kwargs)

    def _handle_if_unchanged(
        self, handler: Any, request: Request, *args: Any, **kwargs: Any
    ) -> HttpResponseBase:
        """Do a change if what it is meant for still has the ETag in ``If-Match``."""
        with transaction.atomic():
            conditional.lock_address(f"{request.user.pk} {request.path}")
            if isinstance(request.user, User):
                request.user.refresh_from_db()
            shown = self.show_before(request, *args, **kwargs)
            if not conditional.is_matched(request, conditional.etag_of_content(shown.data)):
                raise Refusal(
                    "precondition_failed", _("This has changed since you read it. Try again.")
                )
            done: HttpResponseBase = handler(request, *args, **kwargs)
            return done

    def show_before(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Return what a change is meant for, as it was read."""
        shown: Response = self.get(request, *args, **kwargs)  # type: ignore[attr-defined]
        return shown

    def handle_exception(self, exc: Exception) -> Response:
        """Return the refusal; the limit that it names goes before those that every answer names."""
        response = super().handle_exception(exc)
        self.headers = {name: self.headers[name] for name in self.headers if name not in response}
        return response

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        """Return which methods this address takes."""
        return Response(status=204, headers={"Allow": ", ".join(self.allowed_methods)})

    def read_body(self, form: type[serializers.Serializer[Any]], **options: Any) -> Any:
        """Return what was sent, as ``form`` reads it; raises what is wrong with it."""
        body = form(data=self.request.data, **options)
        body.is_valid(raise_exception=True)
        return body.validated_data

    def created(self, body: Any, path: str) -> Response:
        """Return the answer to what was made; ``path`` is where under ``/api/v1/`` it is found."""
        address = f"{self.request.scheme}://{self.request.get_host()}/api/v1/{path}"
        return Response(body, status=201, headers={"Location": iri_to_uri(address)})

    def _handle_once(
        self, handler: Any, request: Request, *args: Any, **kwargs: Any
    ) -> HttpResponseBase:
        claim = idempotency.read_claim(request, client_address(request._request))
        if claim is None:
            return handler(request, *args, **kwargs)

        def work() -> Response:
            try:
                response = handler(request, *args, **kwargs)
            except Exception as exc:
                response = self.handle_exception(exc)
            response = self.finalize_response(request, response, *args, **kwargs)
            return response.render() if isinstance(response, Response) else response

        return idempotency.answer_once(claim, work)
