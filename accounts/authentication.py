"""Who asks: a bearer token or the session of the web page."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication
from rest_framework.authentication import SessionAuthentication as BaseSessionAuthentication
from rest_framework.request import Request

from accounts.credentials import GUEST, SESSION, TOKEN_PREFIX, Credential, digest_of
from accounts.models import PersonalToken, User
from accounts.store.bearers import read_app_token, read_personal_token
from config.http.errors.refusals import Refusal

LAST_USED_GRAIN = timedelta(hours=1)
"""``last_used_at`` is written at most once in this time: it is for people, not for audits."""


class BearerAuthentication(BaseAuthentication):
    """``Authorization: Bearer <token>``."""

    def authenticate(self, request: Request) -> tuple[User, Credential] | None:
        """Return who the token speaks for, None without one; raise a 401 refusal for a bad one."""
        header = request.META.get("HTTP_AUTHORIZATION")
        if header is None:
            return None
        kind, _sep, token = header.partition(" ")
        token = token.strip()
        if kind.lower() != "bearer" or not token or len(token) > 512 or not token.isascii():
            raise invalid_token()
        if token.startswith(TOKEN_PREFIX):
            return personal(token)
        return of_an_app(token)

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="api"'


def invalid_token() -> Refusal:
    """Return the refusal of a token that speaks for no one; it does not say why."""
    return Refusal("invalid_token", _("The token is unknown, has expired or was revoked."))


def personal(token: str) -> tuple[User, Credential]:
    """Return the person behind a personal token; raise a 401 refusal if there is none."""
    now = timezone.now()
    found = read_personal_token(digest_of(token), now)
    if found is None:
        raise invalid_token()
    _note_use(found.token_id, found.last_used_at, now)
    return found.user, Credential("personal", found.token_id, frozenset(found.scopes))


def of_an_app(token: str) -> tuple[User, Credential]:
    """Return the person who let the app in that has the token; raise a 401 refusal if none."""
    found = read_app_token(digest_of(token), timezone.now())
    if found is None:
        raise invalid_token()
    scopes = frozenset(found.scope.split())
    return found.user, Credential("app", found.token_id, scopes, found.app_id)


def _note_use(token_id: int, last_used_at: datetime | None, now: datetime) -> None:
    if last_used_at is None or now - last_used_at >= LAST_USED_GRAIN:
        PersonalToken.objects.filter(id=token_id, last_used_at=last_used_at).update(
            last_used_at=now
        )


class SessionAuthentication(BaseSessionAuthentication):
    """The session cookie of the web page; writing calls need ``X-CSRFToken`` with it."""

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        result = super().authenticate(request)
        if result is None:
            return None
        return result[0], GUEST if result[0].is_guest else SESSION

    def enforce_csrf(self, request: Any) -> None:
        """Raise a 403 refusal unless the request comes from our own page."""
        try:
            # Django's request, not the one of the framework: looking for a token in a form, that
            # one would read the body, which an Idempotency-Key needs as it came.
            super().enforce_csrf(request._request)
        except Exception as exc:
            raise Refusal(
                "csrf_failed", _("Send the X-CSRFToken header with your session cookie.")
            ) from exc
